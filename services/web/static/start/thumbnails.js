// Small pictures of boards: the server draws each, so they are asked for one at a time, and only
// those that are in sight. Where none comes the place stays as it is.

const inSight = new IntersectionObserver((seen) => {
  for (const { target, isIntersecting } of seen) {
    if (!isIntersecting) continue;
    inSight.unobserve(target);
    waiting.push(target);
  }
  next();
});
const waiting = [];
let loading = false;

const next = () => {
  if (loading || !waiting.length) return;
  loading = true;
  const image = waiting.shift();
  const done = () => {
    loading = false;
    next();
  };
  image.addEventListener("load", () => {
    image.classList.add("drawn");
    done();
  });
  image.addEventListener("error", () => {
    image.remove();
    done();
  });
  image.src = image.dataset.src;
};

export const show = (image) => inSight.observe(image);
