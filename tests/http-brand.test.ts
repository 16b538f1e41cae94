import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { greyPng } from '../engine/server/auth/png.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { databasesWalked } from './support/databases.ts'
import { readPdf } from './support/pdf-text.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer, writeApp } from './support/server.ts'

const mark = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><script>alert(1)</script></svg>\n'
const app = {
  ...sampleApp,
  'app.yaml': `${sampleApp['app.yaml']}name: { zh: 甲 & 乙, en: A & B }
mark: logo.svg
slogan: { zh: 口号, en: Slogan }
signIn: { title: { zh: 进入, en: Enter }, help: { zh: 说明, en: Help }, note: { zh: 附注, en: Note } }
colours: { primary: "#1FA99A", signIn: "#12443E" }
`,
  'logo.svg': mark,
  'other.svg': '<svg/>',
}
const web = () => ({ web: writeApp({ 'index.html': '<!doctype html><title>x</title>' }) })

describe.each(databasesWalked('embedded'))('the brand of an app ($kind)', kind => {
  let server: ServerUnderTest
  beforeAll(async () => {
    server = await startServer(kind, app, web())
  })
  afterAll(() => server.close())

  const get = (url: string, token?: string) => server.call('GET', url, { ...(token && { token }) })
  const brandOf = async () => (await get('/api/engine/pages')).body.data.brand

  it('is sent to visitors, and of the descriptors nothing else but the pages for them', async () => {
    const { data } = (await get('/api/engine/pages')).body
    expect(Object.keys(data).sort()).toEqual(['brand', 'pages', 'revision', 'title'])
    expect(data.brand).toEqual({
      name: { zh: '甲 & 乙', en: 'A & B' },
      slogan: { zh: '口号', en: 'Slogan' },
      signIn: {
        title: { zh: '进入', en: 'Enter' },
        help: { zh: '说明', en: 'Help' },
        note: { zh: '附注', en: 'Note' },
      },
      colours: { primary: '#1FA99A', signIn: '#12443E' },
      mark: expect.stringMatching(/^\/api\/engine\/mark\?v=[\w-]{12}$/),
    })
  })

  it('is sent to users with the index, and not with the part of a resource', async () => {
    const token = await server.signIn('admin', adminPassword)
    expect((await get('/api/engine/index', token)).body.data.brand).toEqual(await brandOf())
    expect((await get('/api/engine/resource/ward', token)).body.data.model).not.toHaveProperty('brand')
  })

  it('has its mark at an address that changes with it, cached for a year, and unable to run a script', async () => {
    const { mark: address } = await brandOf()
    const { status, headers, body } = await get(address)
    expect([status, headers['content-type'], String(body)]).toEqual([200, 'image/svg+xml', mark])
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['content-security-policy']).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox")
    const plain = await get('/api/engine/mark')
    expect([String(plain.body), plain.headers['cache-control']]).toEqual([mark, 'no-cache'])
    const again = await server.call('GET', '/api/engine/mark', {
      headers: { 'if-none-match': String(plain.headers['etag']) },
    })
    expect(again.status).toBe(304)
  })

  it('gives the page its title, and serves no other image of the folder', async () => {
    expect(String((await get('/login')).body)).toBe('<!doctype html><title>甲 &amp; 乙</title>')
    expect([(await get('/other.svg')).status, (await get('/logo.svg')).status]).toEqual([404, 404])
  })
})

describe.each(databasesWalked('embedded'))('an app without a brand ($kind)', kind => {
  let server: ServerUnderTest
  beforeAll(async () => {
    server = await startServer(kind, sampleApp, web())
  })
  afterAll(() => server.close())

  it('has its title as the name, and its first letter as the mark', async () => {
    const { brand } = (await server.call('GET', '/api/engine/pages')).body.data
    expect(brand).toEqual({ name: { zh: '样例', en: 'Sample' }, mark: expect.any(String) })
    const { headers, body } = await server.call('GET', brand.mark)
    expect(headers['content-type']).toBe('image/svg+xml')
    expect(String(body)).toMatch(/^<svg .*>S<\/text><\/svg>$/)
  })
})

describe('the mark', () => {
  const compiled = async (files: Readonly<Record<string, string | Buffer>>) => {
    const folder = writeApp({ ...sampleApp, 'roles.yaml': 'keeper: { title: { zh: 管理员, en: Keeper } }\n' })
    for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content)
    return compile(await readSources(folder))
  }
  const named = (file: string) => ({ 'app.yaml': `${sampleApp['app.yaml']}mark: ${file}\n` })
  const png = greyPng(2, 2, new Uint8Array(4))

  it('may be a PNG file, byte for byte', async () => {
    const { model } = await compiled({ ...named('logo.png'), 'logo.png': png })
    expect(model?.brand?.mark).toEqual({ type: 'image/png', content: png.toString('base64') })
  })

  it.each([
    ['a text', 'logo.png', 'PNG', 'brand.mark-content'],
    ['a PNG file named .svg', 'logo.svg', png, 'brand.mark-content'],
    ['more than 100 KB', 'logo.svg', `<svg>${' '.repeat(100_000)}</svg>`, 'brand.mark-large'],
  ])('is refused if it is %s', async (_what, file, content, code) => {
    const { problems, model } = await compiled({ ...named(file), [file]: content })
    expect([problems.map(problem => problem.code), model]).toEqual([[code], undefined])
  })

  it('is no problem where app.yaml does not name it', async () => {
    const { problems } = await compiled({ 'large.svg': `<svg>${' '.repeat(100_000)}</svg>`, 'wrong.png': 'no' })
    expect(problems).toEqual([])
  })
})

const ofCanteens = /canteen|kitchen|mingchu|食堂|后厨|明厨|监管/i

it.each(readdirSync('examples').filter(folder => folder !== 'forms'))('the example %s has its own brand', async app => {
  const { model } = compile(await readSources(join('examples', app)))
  expect(Object.keys(model?.brand ?? {}).sort()).toEqual(['colours', 'mark', 'name', 'signIn', 'slogan'])
  expect(JSON.stringify([model?.title, model?.brand, model?.pages, model?.menus])).not.toMatch(ofCanteens)
})

describe.each(databasesWalked('embedded'))('an app of another domain ($kind)', kind => {
  let server: ServerUnderTest
  let token: string
  let id: string
  beforeAll(async () => {
    const web = writeApp({ 'index.html': readFileSync('index.html', 'utf8') })
    server = await startServer(kind, filesOf('examples/music'), { web })
    token = await server.signIn('admin', adminPassword)
    const body = { artistNo: 1, name: 'Nina Simone' }
    id = (await server.call('POST', '/api/music/v1/artist/save', { token, body })).body.data.id
  })
  afterAll(() => server.close())

  const get = (url: string, language: string) =>
    server.call('GET', url, { token, headers: { 'accept-language': language } })
  const textOf = (body: unknown) => (Buffer.isBuffer(body) ? String(body) : JSON.stringify(body))

  it.each([
    ['zh', '唱片铺'],
    ['en', 'Side A'],
  ])('sends its own name, and no word of canteens (%s)', async (language, name) => {
    expect(textOf((await get('/login', language)).body)).toContain('<title>唱片铺</title>')
    const { brand } = (await get('/api/engine/pages', language)).body.data
    expect(brand.name[language]).toBe(name)
    const { resources } = (await get('/api/engine/index', language)).body.data
    const names: string[] = resources.map((one: { readonly name: string }) => one.name)
    expect(names).toContain('artist')
    const addresses = [
      ...['/', '/login', '/favicon.ico', '/manifest.webmanifest', brand.mark],
      ...['pages', 'index', 'openapi'].map(path => `/api/engine/${path}`),
      '/api/blade-system/menu/routes',
      ...names.map(one => `/api/engine/resource/${one}`),
      ...['artist', 'track', 'invoice'].map(one => `/api/engine/export/${one}?format=csv`),
    ]
    const missing: string[] = []
    const wrong: string[] = []
    for (const address of addresses) {
      const { status, body } = await get(address, language)
      if (status !== 200) missing.push(address)
      if (ofCanteens.test(textOf(body))) wrong.push(address)
    }
    // The page names its icon, and there is no manifest.
    expect({ missing, wrong }).toEqual({ missing: ['/favicon.ico', '/manifest.webmanifest'], wrong: [] })
  })

  it.each(['zh', 'en'])('prints no word of canteens (%s)', async language => {
    const { status, body } = await get(`/api/engine/pdf/artist/${id}`, language)
    expect(status).toBe(200)
    const { text } = readPdf(body)
    expect(text).toContain('Nina Simone')
    expect(text).not.toMatch(ofCanteens)
    expect(String(body)).not.toMatch(ofCanteens)
  })
})

/** The descriptors and the mark of an example. */
const filesOf = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(file => /\.(yaml|svg)$/.test(file))
      .map(file => [file, readFileSync(join(folder, file), 'utf8')]),
  )

const texts = ['src', 'engine/web', 'engine/fields', 'engine/record', 'engine/model', 'engine/rules', 'engine/base']

it('the web and the descriptors of the engine have no words of canteens', () => {
  const files = ['index.html', ...texts.flatMap(sourcesIn)]
  // Names of cookies and keys of the browser's storage are no texts.
  const textOf = (file: string) => readFileSync(file, 'utf8').replaceAll(/mingchu[:.-]/g, '')
  expect(files.filter(file => ofCanteens.test(textOf(file)))).toEqual([])
})

const sourcesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => /\.(ts|tsx|css|html|yaml)$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map(file => join(folder, file))
    .sort()
