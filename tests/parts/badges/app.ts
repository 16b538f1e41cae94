import { sampleApp } from '../../support/sample-app.ts'

const letter = 'resources/city/letter.yaml'
const ward = 'resources/city/ward.yaml'

/** The sample app with badges: an issued letter gives one; wards have a colour. */
export const badgesApp: Readonly<Record<string, string>> = {
  ...sampleApp,
  'badges/gold.yaml': 'title: { zh: 金章, en: Gold }\n',
  [ward]: sampleApp[ward]?.replace(
    'list: { columns: [name, people]',
    '  colour: { type: colourCode, title: { zh: 颜色, en: Colour } }\nlist: { columns: [name, people, colour]',
  ) as string,
  [letter]: sampleApp[letter]?.replace(
    'issue: { from: draft, to: issued,',
    `issue: { from: draft, to: issued, needs: engraver, runs: { giveBadge: { badge: "'gold'", subject: "wardId.name + ' ' + subject" } },`,
  ) as string,
  'boards/badges.yaml': `title: { zh: 徽章, en: Badges }
path: /badges
menu: { under: work, icon: award, order: 40 }
code: ward_view
tiles:
  given: { part: BadgeTile, span: 24 }
`,
}
