// A drawn board becomes the next one in place: what is the same stays, so a step costs what it changed.
//
// Only for pictures: nothing that listens, and nothing that is typed into.

export const morph = (old, fresh) => {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeName !== fresh.nodeName) old.replaceWith(fresh);
  else if (old.nodeType === Node.TEXT_NODE) old.data = fresh.data;
  else {
    dress(old, fresh);
    settle(old, [...old.childNodes], [...fresh.childNodes]);
  }
};

const dress = (old, fresh) => {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
};

const settle = (parent, old, fresh) => {
  const shared = Math.min(old.length, fresh.length);
  for (let at = 0; at < shared; at += 1) morph(old[at], fresh[at]);
  for (const gone of old.slice(shared)) gone.remove();
  parent.append(...fresh.slice(shared));
};
