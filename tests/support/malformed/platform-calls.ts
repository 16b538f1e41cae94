import { resourceOf } from '../../../engine/model/names.ts'
import { badValue, oddTexts } from '../bad-values.ts'
import type { Draft, Maker } from './attempt.ts'
import { json, knownId, queryOf } from './odd-parts.ts'

const bladeCalls: readonly (readonly [method: string, path: string, parameters: readonly string[]])[] = [
  ['GET', '/api/blade-user/page', ['current', 'size', 'account', 'name', 'deptId', 'ascs', 'roleId']],
  ['GET', '/api/blade-user/detail', ['id']],
  ['GET', '/api/blade-user/info', ['id']],
  ['POST', '/api/blade-user/submit', ['id', 'account', 'name', 'realName', 'roleId', 'deptId', 'sex', 'birthday']],
  ['POST', '/api/blade-user/update', ['id', 'account', 'roleId', 'deptId', 'version', 'phone']],
  ['POST', '/api/blade-user/update-info', ['name', 'phone', 'email', 'sex', 'birthday', 'avatar']],
  ['POST', '/api/blade-user/remove', ['ids']],
  ['POST', '/api/blade-user/grant', ['userIds', 'roleIds']],
  ['POST', '/api/blade-user/reset-password', ['userIds']],
  ['POST', '/api/blade-user/unlock', ['userIds']],
  ['POST', '/api/blade-user/update-password', ['oldPassword', 'newPassword', 'newPassword1']],
  ['POST', '/api/blade-system/role/grant', ['roleIds', 'menuIds']],
  ['GET', '/api/blade-system/menu/role-tree-keys', ['roleIds']],
  ['GET', '/api/blade-system/menu/routes', ['topMenuId']],
  ['GET', '/api/blade-system/menu/buttons', ['x']],
  ['GET', '/api/blade-system/dict/dictionary', ['code']],
  ['GET', '/api/blade-system/dict-biz/dictionary', ['code']],
  ['GET', '/api/blade-system/tenant/info', ['domain']],
]

/** A request to a platform endpoint with invalid values. */
export const platformCall: Maker = (ground, random) => {
  const [method, path, parameters] = random.pick(bladeCalls)
  const pairs = parameters.filter(() => random.chance(0.7)).map((name): [string, unknown] => [name, badValue(random)])
  const users = resourceOf(ground.model, 'bladeUser')
  if (random.chance(0.3)) pairs.push([random.pick(['id', 'userIds', 'ids']), knownId(ground, random, users)])
  if (method === 'GET' || random.chance(0.4)) return { method, target: `${path}?${queryOf(pairs)}` }
  return { method, target: path, body: json(random.chance(0.9) ? Object.fromEntries(pairs) : badValue(random)) }
}

/** Requests that sign in, refresh a token and sign out. */
export const authCall: Maker = (_ground, random) => {
  const basic = (text: string): [string, string] => ['Authorization', `Basic ${Buffer.from(text).toString('base64')}`]
  const odd = () => random.pick(oddTexts)
  const authorization = random.pick<() => [string, string]>([
    () => basic('mingchu:'),
    () => basic('mingchu:'),
    () => basic(odd()),
    () => basic(`${odd()}:${odd()}`),
    () => ['Authorization', 'Basic !!!'],
    () => ['Authorization', 'Digest x'],
  ])()
  const wish = {
    tenantId: random.pick<unknown>(['000000', odd(), badValue(random)]),
    username: random.pick<unknown>(['unknown', odd(), badValue(random)]),
    password: random.pick<unknown>([odd(), badValue(random)]),
    grant_type: random.pick<unknown>(['password', 'password', 'captcha', 'refresh_token', odd(), badValue(random)]),
    refresh_token: badValue(random),
  }
  const captcha: [string, string][] = random.chance(0.5)
    ? [
        ['Captcha-Key', odd().replace(/[^ -~]/g, '')],
        ['Captcha-Code', 'x'.repeat(random.pick([4, 3000]))],
      ]
    : []
  const headers = [authorization, ...captcha]
  return random.pick<() => Draft>([
    () => ({ target: '/api/blade-auth/oauth/token', headers, body: json(wish) }),
    () => ({ target: `/api/blade-auth/oauth/token?${queryOf(Object.entries(wish))}`, headers, method: 'POST' }),
    () => ({
      target: '/api/blade-auth/oauth/token',
      headers: [...headers, ['Content-Type', 'application/x-www-form-urlencoded']],
      body: Buffer.from(random.chance(0.5) ? queryOf(Object.entries(wish)) : '%%%=%zz&&&==&a=%ff'),
    }),
    () => ({
      target: '/api/blade-auth/oauth/token/refresh',
      headers: [...headers, ['Cookie', `mingchu-refresh=${odd().replace(/[^!-~]/g, '') || ';;;='}; =; a`]],
      body: json(badValue(random)),
    }),
    () => ({
      target: '/api/blade-auth/oauth/logout',
      headers: [...headers, ['Blade-Auth', 'bearer x.y.z']],
      body: json(random.pick<unknown>([[badValue(random)], badValue(random)])),
    }),
    () => ({ target: '/api/blade-auth/oauth/user-info' }),
    () => ({ target: '/api/blade-auth/oauth/captcha?x=%' }),
  ])()
}

/** An invalid file, or one sent in another form. */
export const upload: Maker = (_ground, random) => {
  const target = '/api/blade-resource/oss/endpoint/put-file'
  const name = random.pick([
    'a.png',
    'a.exe',
    '../../a.png',
    'a',
    '.png',
    '"',
    'a\0.png',
    `${'x'.repeat(300)}.png`,
    '名.jpg',
    'a.png"; x="',
  ])
  const content = random.pick([
    Buffer.alloc(0),
    Buffer.from('x'),
    Buffer.from('\x89PNG\r\n\x1a\n'),
    Buffer.from('MZ\x90\0'),
  ])
  const part = Buffer.concat([
    Buffer.from(
      `--cut\r\nContent-Disposition: form-data; name="${random.pick(['file', '', 'x'])}"; filename="${name}"\r\n\r\n`,
    ),
    content,
  ])
  const end = Buffer.from('\r\n--cut--\r\n')
  const type = (value: string): [string, string][] => [['Content-Type', value]]
  const form = type('multipart/form-data; boundary=cut')
  return random.pick<() => Draft>([
    () => ({ target, headers: form, body: Buffer.concat([part, end]) }),
    () => ({ target, headers: form, body: part }),
    () => ({ target, headers: form, body: Buffer.concat([part, end, part, end]) }),
    () => ({ target, headers: form, body: Buffer.concat([part, Buffer.from('\r\n'), part, end]) }),
    () => ({ target, headers: type('multipart/form-data'), body: Buffer.concat([part, end]) }),
    () => ({ target, headers: type('multipart/form-data; boundary=other'), body: Buffer.concat([part, end]) }),
    () => ({ target, headers: form, body: Buffer.from('--cut\r\n\r\n\r\n--cut--') }),
    () => ({ target, headers: form, body: Buffer.from('--cut\r\nContent-Disposition: x\r\n\r\nx\r\n--cut--\r\n') }),
    () => ({ target, body: json({ file: badValue(random) }) }),
    () => ({
      target,
      headers: [...form, ['Content-Length', String(part.length + 500)]],
      body: part,
      leaving: random.pick(['ends', 'vanishes'] as const),
    }),
    () => ({ target, method: 'POST' }),
  ])()
}
