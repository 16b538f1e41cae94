import { expect, it } from 'vitest'
import { codesOf, resourceOf } from '../../model/names.ts'
import { compile } from '../compile.ts'
import { sample } from '../language/sample.ts'
import { emitPure } from './all.ts'

const site = 'resources/field/site.yaml'

it('emits endpoints, client and codes for reading only, where a resource is read-only', () => {
  const files = {
    ...sample,
    [site]: `${sample[site]?.replace(/^actions:.*$/m, '')}readOnly: true\nactions: { measure: { title: { zh: 测量, en: Measure } } }\n`,
  }
  const { model, problems } = compile(Object.entries(files).map(([file, text]) => ({ file, text, origin: 'app' })))
  if (!model) throw new Error(JSON.stringify(problems))
  expect(codesOf(resourceOf(model, 'site'))).toEqual(['site_view', 'site_export', 'site_measure'])
  const emitted = emitPure(model)
  const { paths, components } = JSON.parse(emitted['generated/openapi.json'] ?? '')
  const ofSite = Object.entries<object>(paths).filter(([path]) => path.startsWith('/api/field/v1/site/'))
  expect(
    ofSite.map(([path, methods]) => `${Object.keys(methods)} ${path.slice('/api/field/v1/site/'.length)}`),
  ).toEqual(['get getByQuery', 'get getById', 'get listByQuery', 'get page', 'get exactTotal', 'post measure'])
  expect(Object.keys(components.schemas).filter(name => name.startsWith('Site'))).toEqual(['Site', 'SiteQuery'])
  expect(emitted['generated/client.ts']).toContain('readonly site: ReadRecords<types.Site, types.SiteQuery> & {')
})
