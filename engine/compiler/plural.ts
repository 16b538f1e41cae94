const irregular: Readonly<Record<string, string>> = {
  analysis: 'analyses',
  basis: 'bases',
  child: 'children',
  criterion: 'criteria',
  diagnosis: 'diagnoses',
  foot: 'feet',
  half: 'halves',
  hypothesis: 'hypotheses',
  index: 'indexes',
  knife: 'knives',
  leaf: 'leaves',
  man: 'men',
  person: 'people',
  shelf: 'shelves',
  woman: 'women',
}

const uncountable = new Set([
  'advice',
  'cleaning',
  'correspondence',
  'data',
  'disinfection',
  'equipment',
  'feedback',
  'goods',
  'information',
  'inventory',
  'maintenance',
  'personnel',
  'series',
  'software',
  'staff',
  'stock',
  'storage',
  'training',
  'transport',
  'waste',
  'work',
])

/** The plural of an English title, formed from its last word; a title that does not end with a letter is unchanged. */
export function plural(title: string): string {
  const [word] = /[A-Za-z]+$/.exec(title) ?? []
  if (word === undefined || uncountable.has(word.toLowerCase())) return title
  return title.slice(0, -word.length) + pluralWord(word)
}

function pluralWord(word: string): string {
  const known = Object.hasOwn(irregular, word.toLowerCase()) ? irregular[word.toLowerCase()] : undefined
  if (known !== undefined) return word.charAt(0) + known.slice(1)
  if (/[^aeiou]y$/i.test(word)) return `${word.slice(0, -1)}ies`
  return /(?:s|x|z|ch|sh)$/i.test(word) ? `${word}es` : `${word}s`
}
