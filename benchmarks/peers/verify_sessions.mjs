// A straightforward replay in JavaScript: parse each line, deal the board, play and compare every selection.
// Reads v1 JSON Lines from the file that is named, prints sessions per second and how many hold: once looking for the
// end of the game after every clearance, as the rules say, and once without.

import { readFileSync } from 'node:fs'

const ROWS = 17
const COLS = 10

function mulberry32(seed) {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

function deal(seed) {
  const random = mulberry32(seed)
  const board = []
  for (let row = 0; row < ROWS; row++) {
    board.push([])
    for (let col = 0; col < COLS; col++) board[row].push(Math.floor(random() * 9) + 1)
  }
  return board
}

function hasValidMoves(board) {
  for (let top = 0; top < ROWS; top++) {
    for (let left = 0; left < COLS; left++) {
      for (let bottom = top; bottom < ROWS; bottom++) {
        for (let right = left; right < COLS; right++) {
          let sum = 0
          for (let row = top; row <= bottom; row++) {
            for (let col = left; col <= right; col++) sum += board[row][col]
          }
          if (sum === 10) return true
        }
      }
    }
  }
  return false
}

const clamp = (value, size) => Math.min(Math.max(value, 0), size - 1)

function holds(session, lookForEnd) {
  const board = deal(session.seed)
  let score = 0
  let last = 0
  let over = lookForEnd && !hasValidMoves(board)
  for (const { t, s, r, p } of session.actions) {
    if (over || t < last || t > session.end - session.start) return false
    last = t
    const [top, bottom] = [clamp(s[0], ROWS), clamp(s[2], ROWS)].sort((a, b) => a - b)
    const [left, right] = [clamp(s[1], COLS), clamp(s[3], COLS)].sort((a, b) => a - b)
    let sum = 0
    let ghosts = 0
    for (let row = top; row <= bottom; row++) {
      for (let col = left; col <= right; col++) {
        sum += board[row][col]
        ghosts += board[row][col] ? 1 : 0
      }
    }
    const valid = sum === 10
    if (r !== (valid ? 1 : 0) || p !== (valid ? ghosts : 0)) return false
    if (!valid) continue
    for (let row = top; row <= bottom; row++) {
      for (let col = left; col <= right; col++) board[row][col] = 0
    }
    score += ghosts
    over = lookForEnd && !hasValidMoves(board)
  }
  return score === session.score
}

function measure(lookForEnd) {
  const started = performance.now()
  let count = 0
  let held = 0
  for (const line of readFileSync(process.argv[2], 'utf8').split('\n')) {
    if (!line) continue
    count++
    held += holds(JSON.parse(line), lookForEnd) ? 1 : 0
  }
  return { rate: count / ((performance.now() - started) / 1000), count, held }
}

console.log(JSON.stringify({ whole: measure(true), careless: measure(false) }))
