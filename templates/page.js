/* The page: one view at a time, replays below rows, keys, paper. */

// At once, so that not everything is drawn first and then hidden.
document.documentElement.classList.add('js');

class Pages {
  constructor(data) {
    this.data = data;
    this.words = data.words;
    this.title = document.title;
    this.views = [...document.querySelectorAll('main > section')];
    this.people = this.views.filter((view) => view.classList.contains('person'));
    this.prepared = new Set();
    // Where the scoreboard was left; the browser can't know, since it was hidden.
    this.scrolled = 0;
    history.scrollRestoration = 'manual';
    this.player = null;
    const board = document.querySelector('table.board');
    if (board) this.filter(board);
    window.addEventListener('hashchange', () => this.route());
    window.addEventListener('beforeprint', () => this.paper());
    window.addEventListener('afterprint', () => this.unpaper());
    document.addEventListener('keydown', (event) => this.key(event));
    this.route();
  }

  /* Shows what the address names: the board, a contestant, one of their cases. */
  route() {
    let name = '';
    try {
      name = decodeURIComponent(location.hash.slice(1));
    } catch {
      // A link that was cut in the middle of a letter leads to the start.
    }
    // Typed by a person, who writes a name as it is and not as an anchor.
    const typed = name.replace(/[^\p{L}\p{N}\-_./]/gu, '_');
    const target = name ? (document.getElementById(name) ?? document.getElementById(typed)) : null;
    const view = this.views.find((it) => it.contains(target)) ?? this.views[0];
    const isNew = view !== this.view;
    if (isNew) {
      if (this.view === this.views[0]) this.scrolled = window.scrollY;
      this.view?.classList.remove('on');
      this.player?.stop();
      this.player = null;
      view.classList.add('on');
      this.view = view;
      this.prepare(view);
      const heading = view.querySelector('h2');
      // Who reads by ear hears where they are now; not so when the page begins.
      if (this.prepared.size > 0 || target) {
        heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
      }
      document.title = view === this.views[0] ? this.title : `${heading.textContent} · ${this.title}`;
    }
    document.querySelector('tr.here')?.classList.remove('here');
    if (target?.matches('tr')) {
      target.classList.add('here');
      this.open(target);
      target.scrollIntoView();
    } else if (target && target !== view) {
      target.scrollIntoView();
    } else if (isNew) {
      window.scrollTo(0, view === this.views[0] ? this.scrolled : 0);
    }
  }

  /* What a view gets when it is first shown: hundreds at once would take long. */
  prepare(view) {
    if (this.prepared.has(view) || !this.people.includes(view)) return;
    this.prepared.add(view);
    const nav = view.querySelector('nav.up');
    if (nav) this.links(view, nav);
    for (const row of view.querySelectorAll('table.cases > tbody > tr')) {
      if (!this.resultOf(row)) continue;
      const button = element('button', 'open', this.words.open);
      button.type = 'button';
      button.setAttribute('aria-expanded', 'false');
      button.addEventListener('click', () => (this.isOpen(row) ? this.close(row) : this.open(row)));
      row.cells[4].prepend(button);
    }
  }

  links(view, nav) {
    const { words } = this;
    const link = (text, id, className) => {
      const made = element('a', className, text);
      made.href = `#${id}`;
      return made;
    };
    const at = this.people.indexOf(view);
    for (const [by, word, className] of [[-1, 'previous', 'before'], [1, 'following', 'after']]) {
      const other = this.people[at + by];
      if (other) {
        const name = other.querySelector('h2').firstChild.textContent.trim();
        nav.append(link(fill(words[word], { n: name }), other.id, className));
      }
    }
  }

  /* The data of a row: rows and data are in the same order. */
  resultOf(row) {
    const view = row.closest('section');
    const rows = [...row.parentElement.children].filter((it) => it.id);
    const entry = this.data.results[this.people.indexOf(view)][rows.indexOf(row)];
    return entry ? readResult(this.data, entry) : null;
  }

  isOpen(row) {
    return row.nextElementSibling?.matches('tr.replay') ?? false;
  }

  open(row) {
    if (this.isOpen(row)) return;
    const result = this.resultOf(row);
    if (!result) return;
    const why = row.cells[4].querySelector('p')?.textContent ?? '';
    const player = new Player(result, this.words, why);
    const cell = element('td', '', player.box);
    cell.colSpan = row.cells.length;
    const below = element('tr', 'replay', cell);
    below.player = player;
    row.after(below);
    this.label(row);
    this.player?.stop();
    this.player = player;
  }

  close(row) {
    const below = row.nextElementSibling;
    below.player.stop();
    if (this.player === below.player) this.player = null;
    below.remove();
    this.label(row);
  }

  label(row) {
    const button = row.querySelector('button.open');
    const isOpen = this.isOpen(row);
    button.textContent = isOpen ? this.words.close : this.words.open;
    button.setAttribute('aria-expanded', String(isOpen));
  }

  /* Keys go to the player that was opened or used last. */
  key(event) {
    const { target } = event;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (target.matches('input, textarea, select')) return;
    const own = target.closest('tr.replay');
    if (own) this.player = own.player;
    if (!this.player) return;
    // Space is the button's or the link's own.
    if (event.key === ' ' && target.matches('button, summary, a')) return;
    if (this.player.key(event.key)) event.preventDefault();
  }

  filter(board) {
    const { words } = this;
    const input = element('input');
    input.type = 'search';
    const label = element('label', 'filter', `${words.filter} `, input);
    const count = element('output');
    label.append(' ', count);
    const rows = [...board.tBodies[0].rows];
    const names = rows.map((row) => row.cells[1].textContent.toLowerCase());
    input.addEventListener('input', () => {
      const wanted = input.value.trim().toLowerCase();
      let shown = 0;
      rows.forEach((row, index) => {
        row.hidden = !names[index].includes(wanted);
        shown += row.hidden ? 0 : 1;
      });
      count.textContent = wanted ? fill(words.shown, { i: shown, n: rows.length }) : '';
    });
    board.parentElement.before(label);
  }

  /* On paper a failed case has the boards before and after its bad move. */
  paper() {
    this.unpaper();
    for (const row of this.view.querySelectorAll('table.cases > tbody > tr[id]')) {
      const result = this.resultOf(row);
      const pictures = result ? paperPictures(result, this.words) : [];
      if (pictures.length === 0) continue;
      const heights = pictures.flatMap(([, frame]) => frame.blocks.map((block) => block.y + 2));
      const rows = Math.min(Math.max(3, ...heights), ROWS);
      const figures = pictures.map(([title, frame]) => {
        const picture = new Picture(this.words, rows);
        picture.show(frame);
        return figure(title, picture);
      });
      const cell = element('td', '', element('div', 'pictures', ...figures));
      cell.colSpan = row.cells.length;
      const last = this.isOpen(row) ? row.nextElementSibling : row;
      last.after(element('tr', 'paper', cell));
    }
  }

  unpaper() {
    for (const row of document.querySelectorAll('tr.paper')) row.remove();
  }
}

document.addEventListener('DOMContentLoaded', () => {
  new Pages(JSON.parse(document.getElementById('~data').textContent));
});
