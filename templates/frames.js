'use strict';

/* Frames of a replay. There are no rules of the game here: what a move does is
   written in the page's data, and blocks are moved, dropped and removed as it says. */

const ROWS = 7;

function readCell(digit) {
  const number = parseInt(digit, 36);
  return { x: Math.floor(number / ROWS), y: number % ROWS };
}

/* Blocks from columns such as "AB|C|||"; each keeps its number, so that the same
   block is drawn on from frame to frame. */
function readBoard(text) {
  const blocks = [];
  text.split('|').forEach((column, x) => {
    [...column].forEach((letter, y) => blocks.push({ id: blocks.length, letter, x, y }));
  });
  return blocks;
}

/* Moves such as "7+.012": from a cell to the right, then three cells vanish. */
function readReplay(text) {
  return text.split(' ').filter(Boolean).map((move) => {
    const [dragged, ...rounds] = move.split('.');
    return {
      from: readCell(dragged[0]),
      g: dragged[1] === '+' ? 1 : -1,
      rounds: rounds.map((cells) => [...cells].map(readCell)),
    };
  });
}

function moveText(move) {
  return `${move.from.x} ${move.from.y} ${move.g}`;
}

function isAt(block, cell) {
  return block.x === cell.x && block.y === cell.y;
}

/* A block goes one cell sideways; what is there comes back. */
function shift(blocks, from, g) {
  const to = { x: from.x + g, y: from.y };
  return blocks.map((block) => {
    if (isAt(block, from)) return { ...block, x: to.x };
    if (isAt(block, to)) return { ...block, x: from.x };
    return block;
  });
}

/* Every column closes its gaps. */
function drop(blocks) {
  return blocks.map((block) => {
    const below = blocks.filter((other) => other.x === block.x && other.y < block.y);
    return { ...block, y: below.length };
  });
}

function remove(blocks, cells) {
  return blocks.filter((block) => !cells.some((cell) => isAt(block, cell)));
}

function hasGaps(blocks) {
  return drop(blocks).some((block, index) => block.y !== blocks[index].y);
}

/* The frames of one move: dragged, fallen, and for each elimination marked,
   vanished, fallen. */
function framesOfMove(before, move, number) {
  const about = { i: number, m: moveText(move) };
  const dragged = before.find((block) => isAt(block, move.from));
  let blocks = shift(before, move.from, move.g);
  const frames = [{
    kind: 'move',
    blocks,
    drag: { ...move.from, g: move.g },
    dragged: dragged.id,
    word: move.g > 0 ? 'right' : 'left',
    about: { ...about, b: dragged.letter, ...move.from },
  }];
  const fall = () => {
    if (!hasGaps(blocks)) return;
    blocks = drop(blocks);
    frames.push({ kind: 'fall', blocks, word: 'fall', about });
  };
  fall();
  for (const cells of move.rounds) {
    const counted = { ...about, n: cells.length };
    frames.push({ kind: 'marked', blocks, marked: cells, word: 'marked', about: counted });
    blocks = remove(blocks, cells);
    frames.push({ kind: 'vanished', blocks, word: 'vanished', about: counted });
    fall();
  }
  return frames;
}

/* All frames in groups: the start, then one group a move. */
function framesOfReplay(board, moves) {
  const groups = [[{ kind: 'start', blocks: board, word: 'start', about: {} }]];
  for (const [index, move] of moves.entries()) {
    groups.push(framesOfMove(lastBlocks(groups), move, index + 1));
  }
  return groups;
}

function lastBlocks(groups) {
  return groups.at(-1).at(-1).blocks;
}

/* The frame of a move that can't be played: the board stays, the cell is marked. */
function illegalFrame(blocks, mark, number) {
  const frame = { kind: 'illegal', blocks, word: 'illegal', about: { i: number } };
  if (mark === 'x') return frame;
  const cell = readCell(mark[0]);
  if (mark[1] === 'o') return { ...frame, meant: cell };
  return { ...frame, drag: { ...cell, g: mark[1] === '+' ? 1 : -1 } };
}

/* What is shown of one result: both sides in groups, and the moves as text. */
function readResult(data, [place, replay, stop, mark, illegal]) {
  const board = readBoard(data.cases[place].board);
  const moves = readReplay(data.replays[replay]);
  const output = framesOfReplay(board, moves);
  if (illegal) output.push([illegalFrame(lastBlocks(output), mark, output.length)]);
  const { least } = data.cases[place];
  const leastMoves = least === null ? [] : readReplay(data.replays[least]);
  return {
    stop,
    isSolvable: least !== null,
    // Where the fault is one move's: that move, from 0.
    bad: mark ? stop - 1 : null,
    output: { groups: output, moves, illegal },
    least: { groups: framesOfReplay(board, leastMoves), moves: leastMoves },
  };
}

/* Both sides, move by move: who is done with a move waits for the other. */
function timeline(result) {
  const sides = [result.output.groups, result.least.groups];
  const count = Math.max(...sides.map((groups) => groups.length));
  const steps = [];
  for (let number = 0; number < count; number += 1) {
    const lengths = sides.map((groups) => groups[number]?.length ?? 0);
    const most = Math.max(...lengths);
    for (let at = 0; at < most; at += 1) {
      const [output, least] = sides.map((groups) => {
        const group = groups[number];
        if (group) return group[Math.min(at, group.length - 1)];
        const last = groups.at(-1).at(-1);
        // What couldn't be played stays marked.
        if (last.kind === 'illegal') return last;
        return { kind: 'ended', blocks: last.blocks, word: 'ended', about: {} };
      });
      const isStop = result.stop === number && at === most - 1;
      steps.push({ number, output, least, isStop });
    }
  }
  return steps;
}
