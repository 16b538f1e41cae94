import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { LaunchOptions } from 'playwright-core'

/** A host name of this machine that browsers treat as remote: over plain HTTP, its pages are not a secure context. */
export const plainHost = 'town.test'
const quiet = [
  `--host-resolver-rules=MAP ${plainHost} 127.0.0.1`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * The launch options of the browser. It comes from npm and uses only the project's fonts, so that widths, pictures and
 * timings do not depend on the machine; the environment variable CHROMIUM names another executable.
 */
export async function browserOptions(): Promise<LaunchOptions> {
  const folder = await unpackedBrowser()
  const env = { ...definedOf(process.env), FONTCONFIG_FILE: join(folder, 'fonts.conf') }
  const own = process.env['CHROMIUM']
  if (own !== undefined) return { executablePath: own, args: quiet, env }
  return {
    executablePath: join(folder, 'chromium'),
    args: [...quiet, '--no-zygote', '--in-process-gpu', '--headless=shell'],
    // Libraries missing on a machine without a desktop.
    env: { ...env, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') },
  }
}

/**
 * Folder of the unpacked browser, in `node_modules/.cache` next to its version. It is unpacked into a temporary folder
 * and renamed: a process that executes a file while another still writes it fails with ETXTBSY.
 */
export async function unpackedBrowser(): Promise<string> {
  const folder = join(cache, `chromium-${await versionOf('@sparticuz/chromium')}`)
  if (existsSync(join(folder, 'fonts.conf'))) return folder
  await mkdir(cache, { recursive: true })
  const fresh = await mkdtemp(`${folder}.`)
  await unpackInto(fresh)
  await writeFile(join(fresh, 'fonts.conf'), fontsConf(folder))
  try {
    await rename(fresh, folder)
  } catch (cause) {
    await rm(fresh, { recursive: true, force: true })
    if (!existsSync(join(folder, 'fonts.conf'))) throw cause
  }
  return folder
}

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const cache = join(root, 'node_modules', '.cache', 'mingchu')

async function versionOf(name: string): Promise<string> {
  return JSON.parse(await readFile(join(root, 'node_modules', name, 'package.json'), 'utf8')).version
}

/**
 * The package unpacks into the temporary folder of its process, and its libraries only when it detects its cloud
 * environment: it runs in a process of its own with both set.
 */
async function unpackInto(folder: string): Promise<void> {
  const unpack = `const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath()`
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', unpack], {
    cwd: root,
    env: { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' },
  })
}

/** One family for every character, so that a text has the same width on every machine. */
const fontsConf = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${resolve(root, 'node_modules', '@embedpdf', 'fonts-sc', 'fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`

const definedOf = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined))
