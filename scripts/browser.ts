import { existsSync } from 'node:fs'
import type { LaunchOptions } from 'playwright-core'

const known = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** A name of this machine that browsers take for another: what comes from there by plain HTTP is not secure to them. */
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

/** How to launch a browser: the machine's own Chromium where there is one, else the one that npm brought. */
export async function browserOptions(): Promise<LaunchOptions> {
  const executablePath = [process.env['CHROMIUM'], ...known].find(path => path !== undefined && existsSync(path))
  return executablePath === undefined ? packaged() : { executablePath, args: quiet }
}

/** It unpacks itself, with the libraries that a bare machine lacks, where it takes itself to be on its own cloud. */
async function packaged(): Promise<LaunchOptions> {
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs20.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  return {
    executablePath: await chromium.executablePath(),
    args: [...quiet, '--no-zygote', '--in-process-gpu', '--headless=shell'],
  }
}
