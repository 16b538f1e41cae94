import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const files = ['engine/web', 'src', 'engine/fields'].flatMap(folder =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map(file => join(folder, file)),
)

/** A template that begins with the name of a resource, or a link that is not made by addressOf. */
const handMade = /`\/\$\{[\w.]*(?:resource|name|entity)\w*(?:\.name)?\}|(?:to|href)=\{`\/|(?:navigate|leaveFor)\(`\//

/** An address written out where the page table has it: the sign-in page, the first page. */
const literal = /(?:navigate|leaveFor|replace|assign)\(\s*['"]\/|logout\([^)]*['"]\/|(?:to|href)=\{?['"]\//

it('makes the addresses of screens in addressOf only', () => {
  expect(files.filter(file => handMade.test(readFileSync(file, 'utf8')))).toEqual([])
  for (const line of [`to={\`/\${resource.name}/create\`}`, `navigate(\`/\${name}\`)`]) expect(line).toMatch(handMade)
})

it('takes the addresses of pages from the page table', () => {
  expect(files.filter(file => literal.test(readFileSync(file, 'utf8')))).toEqual([])
  for (const line of [`location.replace('/login')`, `logout({}, '/login', false)`, `<Navigate replace to="/" />`])
    expect(line).toMatch(literal)
})
