import type { LucideIcon } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'

const drawn = new Map<string, LucideIcon>()
const asked = new Set<string>()
const listeners = new Set<() => void>()

/** An icon of Lucide by the name that a descriptor gives; its place is kept while it is fetched. */
export function MenuIcon({ name = 'file' }: { name: string | undefined }) {
  const Icon = useSyncExternalStore(watch, () => drawn.get(name))
  useEffect(() => ask(name), [name])
  return Icon ? <Icon aria-hidden /> : <svg className="lucide" aria-hidden="true" />
}

function watch(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function ask(name: string): void {
  if (asked.has(name)) return
  asked.add(name)
  void load(name).then(icon => {
    drawn.set(name, icon)
    for (const listener of listeners) listener()
  })
}

/** A name that Lucide lacks gets a plain sheet of paper. */
async function load(name: string): Promise<LucideIcon> {
  const { default: icons } = await import('lucide-react/dynamicIconImports.mjs')
  const known = (Object.hasOwn(icons, name) ? name : 'file') as keyof typeof icons
  return (await icons[known]()).default
}
