import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { settingTable } from '../engine/server/settings.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> }
const names = new Set(['NODE_ENV', ...settingTable.map(({ name }) => name)])
const compose = parse(read('compose.yaml')).services.mingchu
const dockerfile = read('deploy/Dockerfile')
const unit = read('deploy/mingchu@.service')
const given = [...read('deploy/example.env').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name)

/** What the build writes. */
const built = ['dist/server/main.js']
const existing = (file: string) => existsSync(file) || built.includes(file)

describe('the files of a deployment', () => {
  it('name files and commands that exist', () => {
    const copied = [...dockerfile.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, files = '']) => files.split(' '))
    const started = [...dockerfile.matchAll(/\["node", "(.+?)"\]/g), ...unit.matchAll(/\/node (\S+)/g)]
    const files = [...copied, ...started.map(([, file = '']) => file), compose.build.dockerfile]
    expect(files.filter(file => !existing(file))).toEqual([])
    expect(started.length).toBe(3)
    const run = [...dockerfile.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name)
    expect(run.filter(name => scripts[name] === undefined)).toEqual([])
    expect(read('scripts/bundle-server.js')).toContain("'server/main.ts'")
  })

  it('leave no source out of the image', () => {
    const patterns = read('deploy/Dockerfile.dockerignore').trim().split('\n')
    const isIgnored = (file: string) =>
      patterns.some(one => (one.startsWith('**/') ? `/${file}/`.includes(`${one.slice(2)}/`) : file === one))
    const folders = readdirSync('.').filter(name => !isIgnored(name) && statSync(name).isDirectory())
    const files = folders.flatMap(folder =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(file => `${folder}/${file}`),
    )
    expect(folders).toContain('engine')
    expect(files.filter(isIgnored)).toEqual([])
  })

  it('set settings that exist, and define each variable that they read', () => {
    const ofDockerfile = [...dockerfile.matchAll(/\b([A-Z_]+)=/g)].map(([, name = '']) => name)
    const ofUnit = [...unit.matchAll(/(?:=| )([A-Z_]{3,})=/g)].map(([, name = '']) => name)
    const all = [...ofDockerfile, ...ofUnit, ...Object.keys(compose.environment)]
    expect(all.filter(name => !names.has(name))).toEqual([])
    expect(given.filter(name => !names.has(name))).toEqual(['DATABASE_PASSWORD'])
    const used = [...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name)
    expect(used.filter(name => !given.includes(name))).toEqual([])
    expect(compose.env_file).toEqual([{ path: '.env', required: false }])
  })

  it('wait longer for a process to stop than it takes, and forward to the same ports', () => {
    const [drain, requests] = [5, 10]
    expect(Number.parseInt(compose.stop_grace_period, 10)).toBeGreaterThan(drain + requests)
    expect(Number(/TimeoutStopSec=(\d+)/.exec(unit)?.[1])).toBeGreaterThan(drain + requests)
    const portsOf = (file: string) => [...new Set(read(file).match(/127\.0\.0\.1:\d+/g))].sort()
    expect(portsOf('deploy/Caddyfile')).toEqual(portsOf('deploy/nginx.conf'))
  })
})
