/** A picture of an element at twice its size, with a note under it: PNG. */
export async function pictureOf(element: HTMLElement, note: string): Promise<Blob> {
  const [width, height] = [element.offsetWidth, element.offsetHeight + 32]
  const ground = getComputedStyle(element)
  const copy = styledCopy(element)
  const markup = new XMLSerializer().serializeToString(copy)
  const foot = document.createElement('p')
  foot.textContent = note
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width * 2}" height="${height * 2}" viewBox="0 0 ${width} ${height}">` +
    `<rect width="100%" height="100%" fill="${ground.backgroundColor}"/>` +
    `<foreignObject width="${width}" height="${height - 32}">${markup}</foreignObject>` +
    `<text x="20" y="${height - 12}" font-size="12" font-family="sans-serif" fill="${ground.color}">${foot.innerHTML}</text></svg>`
  const image = new Image()
  // The content of a blob would taint the canvas.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * 2
  canvas.height = height * 2
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  return new Promise((resolve, reject) =>
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('The browser made no picture.'))), 'image/png'),
  )
}

/** A copy whose styles are in its elements: a picture has no style sheets. The button of the menu is left out. */
function styledCopy(element: HTMLElement): HTMLElement {
  const copy = element.cloneNode(true) as HTMLElement
  const [from, to] = [element, copy].map(root => [root, ...root.querySelectorAll<HTMLElement | SVGElement>('*')])
  from?.forEach((one, at) => {
    const style = getComputedStyle(one)
    const text = Array.from(style, name => `${name}:${style.getPropertyValue(name)}`).join(';')
    to?.[at]?.setAttribute('style', text)
  })
  for (const button of copy.querySelectorAll('header > button')) button.remove()
  return copy
}
