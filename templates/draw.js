/* Boards as SVG: blocks with letters, numbers at the sides, marks. */

const CELL = 40;
const MARGIN = 22;
const COLUMNS = 5;

function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function fill(text, values) {
  return text.replace(/\{(\w)\}/g, (_, name) => values[name] ?? '');
}

/* A picture that can show one frame after another; the same blocks stay and slide. */
class Picture {
  constructor(words, rows = ROWS) {
    this.words = words;
    this.rows = rows;
    this.drawn = new Map();
    this.below = svg('g');
    this.blocks = svg('g');
    this.above = svg('g');
    const width = COLUMNS * CELL + MARGIN + 4;
    const height = rows * CELL + MARGIN + 4;
    this.element = svg(
      'svg',
      { class: 'picture', viewBox: `0 0 ${width} ${height}`, role: 'img' },
      this.grid(),
      this.below,
      this.blocks,
      this.above,
    );
  }

  left(x) {
    return MARGIN + x * CELL;
  }

  top(y) {
    return 2 + (this.rows - 1 - y) * CELL;
  }

  grid() {
    const grid = svg('g', { class: 'grid' });
    for (let x = 0; x < COLUMNS; x += 1) {
      for (let y = 0; y < this.rows; y += 1) {
        grid.append(svg('rect', {
          x: this.left(x), y: this.top(y), width: CELL, height: CELL,
        }));
      }
      grid.append(svg('text', { x: this.left(x) + CELL / 2, y: this.top(0) + CELL + 16 }, `${x}`));
    }
    for (let y = 0; y < this.rows; y += 1) {
      grid.append(svg('text', { x: MARGIN - 10, y: this.top(y) + CELL / 2 + 5 }, `${y}`));
    }
    return grid;
  }

  show(frame) {
    const isLeft = new Set(this.drawn.keys());
    for (const block of frame.blocks) {
      isLeft.delete(block.id);
      const drawn = this.drawn.get(block.id) ?? this.add(block);
      drawn.dataset.cell = `${block.x},${block.y}`;
      drawn.style.transform = `translate(${this.left(block.x)}px, ${this.top(block.y)}px)`;
      const isMarked = (frame.marked ?? []).some((cell) => isAt(block, cell));
      drawn.classList.toggle('marked', isMarked);
      drawn.classList.toggle('dragged', block.id === frame.dragged);
    }
    for (const id of isLeft) {
      this.drawn.get(id).remove();
      this.drawn.delete(id);
    }
    this.below.replaceChildren();
    this.above.replaceChildren();
    if (frame.drag) this.drag(frame);
    if (frame.meant) this.ring(this.above, frame.meant, 'meant');
    this.element.setAttribute('aria-label', this.described(frame.blocks));
  }

  add(block) {
    const inner = CELL - 4;
    const drawn = svg(
      'g',
      { class: `block c${block.letter}` },
      svg('rect', { x: 2, y: 2, width: inner, height: inner, rx: 6 }),
      svg('text', { x: CELL / 2, y: CELL / 2 + 6 }, block.letter),
      // Seen only on blocks that vanish: a ring and a cross, for those who don't
      // see its colour.
      svg('path', { class: 'cross', d: `M7 7h7M7 7v7M${CELL - 7} 7h-7m7 0v7M7 ${CELL - 7}h7m-7 0v-7M${CELL - 7} ${CELL - 7}h-7m7 0v-7` }),
    );
    this.drawn.set(block.id, drawn);
    this.blocks.append(drawn);
    return drawn;
  }

  /* Where the block was, and an arrow to where it goes. */
  drag({ drag, kind }) {
    this.ring(kind === 'illegal' ? this.above : this.below, drag, 'from');
    // Across the edge between the two cells, so that no letter is covered.
    const edge = this.left(drag.x) + (drag.g > 0 ? CELL : 0);
    const y = this.top(drag.y) + CELL / 2;
    const d = `M${edge - 10 * drag.g} ${y}h${20 * drag.g}m${-6 * drag.g} -6l${6 * drag.g} 6l${-6 * drag.g} 6`;
    this.above.append(svg('path', { class: 'arrow halo', d }), svg('path', { class: 'arrow', d }));
  }

  ring(layer, cell, name) {
    layer.append(svg('rect', {
      class: name,
      x: this.left(cell.x) + 2,
      y: this.top(cell.y) + 2,
      width: CELL - 4,
      height: CELL - 4,
      rx: 6,
    }));
  }

  /* The board in words. */
  described(blocks) {
    const columns = [];
    for (let x = 0; x < COLUMNS; x += 1) {
      const letters = blocks
        .filter((block) => block.x === x)
        .sort((one, other) => one.y - other.y)
        .map((block) => block.letter);
      columns.push(fill(this.words.column, { x, b: letters.join(' ') || this.words.empty }));
    }
    return columns.join('; ');
  }
}

/* Small pictures for paper: before the move that is wrong, and after it. */
function paperPictures(result, words) {
  const { stop, output, least } = result;
  if (stop === null) return [];
  // The board alone: a move's last frame may still have its arrow.
  const last = (groups, number) => ({ blocks: groups[number].at(-1).blocks });
  const start = last(output.groups, 0);
  if (stop === 0) return [[words.board, start]];
  const wrong = output.groups[stop][0];
  const before = { ...last(output.groups, stop - 1), drag: wrong.drag, meant: wrong.meant, kind: 'illegal' };
  const pictures = [[fill(words.before, { i: stop }), before]];
  const played = output.moves[stop - 1];
  if (wrong.kind === 'illegal' || !played) return pictures;
  pictures.push([fill(words.after, { m: moveText(played) }), last(output.groups, stop)]);
  const text = (moves) => moves.slice(0, stop - 1).map(moveText).join();
  const better = least.moves[stop - 1];
  if (better && text(output.moves) === text(least.moves) && moveText(better) !== moveText(played)) {
    pictures.push([fill(words.after_least, { m: moveText(better) }), last(least.groups, stop)]);
  }
  return pictures;
}

function figure(title, picture) {
  const caption = document.createElement('figcaption');
  caption.textContent = title;
  const box = document.createElement('figure');
  box.append(caption, picture.element);
  return box;
}
