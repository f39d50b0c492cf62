// Dots and Boxes on boardgame.io, in memory. Says on standard output which port it listens on.
'use strict'

const { Server, Origins } = require('boardgame.io/server')
const { INVALID_MOVE } = require('boardgame.io/core')

const SIDE = 5
const STRIDE = 2 * SIDE + 1
const LINES = 2 * (SIDE + 1) * SIDE
const BOXES = SIDE * SIDE

// Lines are numbered as Parlour numbers them, so that both servers are sent the same moves.
const sidesOf = Array.from({ length: BOXES }, (_, box) => {
  const top = Math.floor(box / SIDE) * STRIDE + (box % SIDE)
  return [top, top + SIDE, top + SIDE + 1, top + STRIDE]
})
const boxesBeside = Array.from({ length: LINES }, (_, line) =>
  sidesOf.flatMap((sides, box) => (sides.includes(line) ? [box] : [])),
)

const dotsAndBoxes = {
  name: 'dots-and-boxes',
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true,
  setup: () => ({ lines: Array(LINES).fill(null), boxes: Array(BOXES).fill(null), last: null }),
  moves: {
    draw({ G, ctx, events }, line) {
      if (!Number.isInteger(line) || line < 0 || line >= LINES || G.lines[line] !== null) return INVALID_MOVE
      G.lines[line] = ctx.currentPlayer
      G.last = line
      const completed = boxesBeside[line].filter((box) => sidesOf[box].every((side) => G.lines[side] !== null))
      for (const box of completed) G.boxes[box] = ctx.currentPlayer
      if (completed.length === 0) events.endTurn()
    },
  },
  endIf({ G, ctx }) {
    if (G.boxes.includes(null)) return undefined
    const scores = ctx.playOrder.map((player) => G.boxes.filter((owner) => owner === player).length)
    const best = Math.max(...scores)
    return { scores, winners: ctx.playOrder.filter((_, seat) => scores[seat] === best) }
  },
}

const server = Server({ games: [dotsAndBoxes], origins: [Origins.LOCALHOST] })
server.run({ port: 0 }).then(({ appServer }) => console.log(`listening on ${appServer.address().port}`))
