const waiting: (() => void)[] = []
let isDown = false

/**
 * Runs what may cause a layout shift: at once, or, while a mouse button or a finger is down, after the click that it
 * makes. What moved between press and release would be missed by the click.
 */
export function afterPointerRelease(work: () => void): void {
  if (isDown) waiting.push(work)
  else work()
}

function press(): void {
  isDown = true
}

/** The click event follows the release, within one task. */
function release(): void {
  setTimeout(() => {
    isDown = false
    for (const work of waiting.splice(0)) work()
  })
}

if (typeof window !== 'undefined') {
  // A finger's mouse events come after it was lifted: each pair is a press of its own.
  for (const kind of ['pointerdown', 'mousedown']) window.addEventListener(kind, press, true)
  for (const kind of ['pointerup', 'pointercancel', 'mouseup', 'dragend']) window.addEventListener(kind, release, true)
  window.addEventListener('keydown', () => (typedAt = performance.now()), true)
  // A release over another window sends no event: the blur of this one ends the press.
  window.addEventListener('blur', release)
}

/** Milliseconds without a key after which a typist has stopped. */
const pause = 1000
let typedAt = Number.NEGATIVE_INFINITY

/** Resolves when no key was pressed for a second: whatever takes the focus then gets no key meant for another field. */
export async function typingPause(): Promise<void> {
  for (let left = pause; left > 0; left = typedAt + pause - performance.now())
    await new Promise(resolve => setTimeout(resolve, left))
}
