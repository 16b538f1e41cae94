/** An SVG with the theme's colours in place of its custom properties, so that it can be shown anywhere. */
export function resolvedSvg(svg: string): string {
  const style = getComputedStyle(document.querySelector('.bpmn') ?? document.documentElement)
  const colourOf = (name: string): string =>
    style
      .getPropertyValue(name)
      .trim()
      .replace(/var\((--[\w-]+)\)/g, (_text, inner: string) => colourOf(inner))
  return svg.replace(/var\((--[\w-]+)\)/g, (_text, name: string) => colourOf(name))
}
