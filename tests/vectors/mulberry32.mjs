// Random numbers and boards as the specification's TypeScript computes them, for the tests to compare with.
// Run with: make vectors

const BOARD_ROWS = 17
const BOARD_COLS = 10

function createSeededRandom(seed) {
  return function () {
    let t = (seed += 0x6d2b79f5)
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

function createBoardFromSeed(seed) {
  const random = createSeededRandom(seed)
  const board = []
  for (let row = 0; row < BOARD_ROWS; row++) {
    const rowData = []
    for (let col = 0; col < BOARD_COLS; col++) rowData.push(Math.floor(random() * 9) + 1)
    board.push(rowData)
  }
  return board
}

const seeds = [
  42, 0, 1, -1, -42, 7, 1234567890, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 5,
  -(2 ** 32) - 5, 1700000000000, 2 ** 45 + 12345, 2 ** 52, -(2 ** 52),
]
const lines = seeds.map((seed) => {
  const random = createSeededRandom(seed)
  const numbers = Array.from({ length: 8 }, () => random() * 4294967296)
  return JSON.stringify({ seed, numbers, board: createBoardFromSeed(seed) })
})
console.log(`[\n${lines.join(',\n')}\n]`)
