/**
 * Runs in the page: the clickable elements with less than 44 pixels of touch target across or down, measured at points
 * around their centres. Links in a line of text are as high as the text.
 */
export function tooSmallForFingers(): string[] {
  const pressed =
    'button, a[href], label:has(input), [role=button], [role=menuitem], [role=option], [role=tab], [role=treeitem]'
  const dialog = [...document.querySelectorAll('[role=dialog], [role=menu]')].at(-1)
  const root = dialog ?? document.body
  return [...root.querySelectorAll<HTMLElement>(pressed)].flatMap(part => {
    const { left, top, width, height } = part.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const isWithin = ([x, y]: Point) => x > 0 && y > 0 && x < innerWidth && y < innerHeight
    const meets = ([x, y]: Point) => {
      const met = document.elementFromPoint(x, y)
      return met !== null && part.contains(met)
    }
    const isInText = part.matches('dd a, td a, p a, p button')
    const isDead = part.matches(':disabled, [aria-disabled=true]')
    if (width === 0 || isInText || isDead || !isWithin([x, y]) || !part.contains(document.elementFromPoint(x, y)))
      return []
    const around: Point[] = [
      [x - 21, y],
      [x + 21, y],
      [x, y - 21],
      [x, y + 21],
    ]
    // A part of it behind a bar counts as large enough, since the page can be scrolled.
    const isNeighbour = (_: Point, at: number) => (at < 2 ? width : height) < 42
    const missed = around.filter(isNeighbour).filter(point => isWithin(point) && !meets(point)).length
    const name = part.getAttribute('aria-label') ?? part.innerText
    return missed === 0 ? [] : [`${name.slice(0, 40)}: ${Math.round(width)} × ${Math.round(height)}`]
  })
}

type Point = readonly [x: number, y: number]
