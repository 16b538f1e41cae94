/**
 * A whole number as people read it, with a comma after every three digits from the right. By hand: the browser's own
 * way loads a library of all languages first, which costs a page's first rows a frame or two.
 */
export const figure = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')
