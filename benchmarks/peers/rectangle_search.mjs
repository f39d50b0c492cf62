// The straightforward search in JavaScript: every rectangle, every cell, until one sums to ten.
// Reads boards as JSON (arrays of 17 rows of 10 powers) from standard input, prints searches per second.

import { readFileSync } from 'node:fs'

function hasValidMoves(board) {
  for (let top = 0; top < 17; top++) {
    for (let left = 0; left < 10; left++) {
      for (let bottom = top; bottom < 17; bottom++) {
        for (let right = left; right < 10; right++) {
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

const boards = JSON.parse(readFileSync(0, 'utf8'))
const started = performance.now()
let searches = 0
let found = 0
while (performance.now() - started < 2000) {
  for (const board of boards) {
    found += hasValidMoves(board) ? 1 : 0
    searches++
  }
}
const seconds = (performance.now() - started) / 1000
console.log(JSON.stringify({ microseconds: (seconds / searches) * 1e6, found: found / (searches / boards.length) }))
