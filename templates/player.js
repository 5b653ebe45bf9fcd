/* The player below a testcase's row. */

/* Between two frames while it plays: time to read a sentence. */
const PAUSE = 1100;

const ICONS = {
  first: 'M4 3v10M12 3 7 8l5 5',
  back: 'M11 3 6 8l5 5',
  play: 'M5 3v10l8-5z',
  pause: 'M5 3v10M11 3v10',
  next: 'M5 3l5 5-5 5',
  last: 'M12 3v10M4 3l5 5-5 5',
};

function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

function iconButton(icon, label, action) {
  const button = element('button', 'icon');
  button.type = 'button';
  button.addEventListener('click', action);
  setIcon(button, icon, label);
  return button;
}

function setIcon(button, icon, label) {
  button.replaceChildren(svg('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true' }, svg('path', { d: ICONS[icon] })));
  button.setAttribute('aria-label', label);
  button.title = label;
}

class Player {
  constructor(result, words, why) {
    this.words = words;
    this.result = result;
    this.steps = timeline(result);
    this.stopsAt = this.steps.findIndex((step) => step.isStop);
    this.timer = null;
    this.sides = [
      this.side(words.output, result.output, result.bad),
      this.side(words.least, result.least),
    ];
    const boards = element('div', 'boards', ...this.sides.map((side) => side.box));
    this.why = element('p', 'why', why ? `${words.stops} ${why}` : words.stops);
    const said = element('div', 'said', boards, this.why);
    said.setAttribute('aria-live', 'polite');
    this.box = element('div', 'player', said, this.controls(), this.legend());
    this.box.tabIndex = -1;
    this.go(0);
  }

  side(title, { moves, illegal }, bad) {
    const picture = new Picture(this.words);
    const texts = moves.map(moveText);
    if (illegal) texts.push(illegal);
    const items = texts.map((text, index) => element('li', index === bad ? 'bad' : '', text));
    const list = element('ol', 'moves', ...items);
    const caption = element('p', 'caption');
    const box = element('div', 'side', element('h3', '', title), picture.element, caption, list);
    return { picture, list, caption, box };
  }

  controls() {
    const { words } = this;
    this.toggler = iconButton('play', words.play, () => this.toggle());
    this.slider = element('input', 'slider');
    this.slider.type = 'range';
    this.slider.min = 0;
    this.slider.max = this.steps.length - 1;
    this.slider.setAttribute('aria-label', words.step);
    this.slider.addEventListener('input', () => {
      this.stop();
      this.go(Number(this.slider.value));
    });
    this.place = element('span', 'place');
    const manual = (where) => () => {
      this.stop();
      this.go(where());
    };
    return element(
      'div',
      'controls',
      iconButton('first', words.first, manual(() => 0)),
      iconButton('back', words.back, manual(() => this.at - 1)),
      this.toggler,
      iconButton('next', words.next, manual(() => this.at + 1)),
      iconButton('last', words.last, manual(() => this.steps.length - 1)),
      this.slider,
      this.place,
    );
  }

  legend() {
    const letters = new Set(this.result.output.groups[0][0].blocks.map((block) => block.letter));
    const colours = [...letters].sort().map((letter) => {
      const swatch = element('b', `swatch c${letter}`, letter);
      return element('span', '', swatch, ` = ${letter.charCodeAt(0) - 64}`);
    });
    const key = element('p', 'legend', `${this.words.colours} `, ...colours);
    return element('div', 'below', key, element('p', 'keys', this.words.keys));
  }

  go(to) {
    this.at = Math.min(Math.max(to, 0), this.steps.length - 1);
    const step = this.steps[this.at];
    this.shown(this.sides[0], step.output, step.number, this.caption(step.output, 'output'));
    this.shown(this.sides[1], step.least, step.number, this.caption(step.least, 'least'));
    this.why.hidden = this.stopsAt < 0 || this.at < this.stopsAt;
    this.slider.value = this.at;
    const place = fill(this.words.steps, { i: this.at + 1, n: this.steps.length });
    this.slider.setAttribute('aria-valuetext', place);
    this.place.textContent = place;
  }

  shown({ picture, list, caption }, frame, number, text) {
    picture.show(frame);
    // A live region speaks of what changes, so what doesn't isn't touched.
    if (caption.textContent !== text) caption.textContent = text;
    [...list.children].forEach((item, index) => {
      if (index === number - 1) item.setAttribute('aria-current', 'step');
      else item.removeAttribute('aria-current');
    });
  }

  caption(frame, side) {
    const { words, result } = this;
    if (side === 'least' && !result.isSolvable) return words.impossible;
    if (side === 'output' && result.output.groups.length === 1) return words.unplayable;
    const text = fill(words[frame.word], frame.about);
    return frame.blocks.length === 0 ? `${text} ${words.clear}` : text;
  }

  toggle() {
    if (this.timer !== null) {
      this.stop();
      return;
    }
    if (this.at === this.steps.length - 1) this.go(0);
    setIcon(this.toggler, 'pause', this.words.pause);
    this.timer = setInterval(() => this.tick(), PAUSE);
  }

  tick() {
    this.go(this.at + 1);
    // The bad move is what there is to see; who plays on sees the rest.
    if (this.at === this.stopsAt || this.at === this.steps.length - 1) this.stop();
  }

  stop() {
    if (this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
    setIcon(this.toggler, 'play', this.words.play);
  }

  /* Whether a key was for the player. */
  key(name) {
    const places = {
      ArrowLeft: this.at - 1,
      ArrowRight: this.at + 1,
      Home: 0,
      End: this.steps.length - 1,
    };
    if (name === ' ') {
      this.toggle();
      return true;
    }
    if (!(name in places)) return false;
    this.stop();
    this.go(places[name]);
    return true;
  }
}
