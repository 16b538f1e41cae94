import { isMany, ofOption } from '../../../fields/options.ts'
import { isReference } from '../../../fields/traits.ts'
import type { Field } from '../../../model/model.ts'
import type { Row } from '../../database/shape.ts'
import { nameWithId } from '../../store/record-names.ts'
import type { RowStream } from '../../store/stream.ts'
import { isOneOfSeveral, joined } from './joined-texts.ts'

/** Maximum number of cached names from earlier chunks. */
const maxCached = 20_000

/**
 * The texts of references in a file: the name if an import resolves it to that record, the name and the id if several
 * records have the name, the id if there is no readable name.
 */
export class ReferenceTexts {
  readonly #stream: RowStream
  /** The only record that a text resolves to, by resource and text; null if it resolves to none or several. */
  readonly #resolved = new Map<string, string | null>()

  constructor(stream: RowStream) {
    this.#stream = stream
  }

  /** Resolves the names of a chunk, with one query for each referenced resource. */
  async resolve(fields: readonly Field[], records: readonly Row[]): Promise<void> {
    if (this.#resolved.size > maxCached) this.#resolved.clear()
    const wanted = new Map<string, Set<string>>()
    for (const field of fields) {
      if (!isReference(field)) continue
      const of = ofOption(field)
      const texts = wanted.get(of) ?? new Set()
      wanted.set(of, texts)
      for (const record of records) {
        for (const name of [record[`${field.name}Name`]].flat()) {
          if (typeof name === 'string' && !this.#resolved.has(keyOf(of, name))) texts.add(name)
        }
      }
    }
    for (const [of, texts] of wanted) {
      if (texts.size === 0) continue
      const found = await this.#stream.matchNames(of, [...texts])
      for (const one of texts) {
        const ids = found.get(one) ?? []
        this.#resolved.set(keyOf(of, one), ids.length === 1 ? (ids[0] ?? null) : null)
      }
    }
  }

  textOf(field: Field, value: unknown, name: unknown): string {
    const names = [name].flat()
    const texts = [value].flat().map((id, index) => this.#textOfOne(field, String(id), names[index]))
    return joined(texts, value)
  }

  #textOfOne(field: Field, id: string, name: unknown): string {
    // An import trims names, so a blank or padded name would not be found.
    if (typeof name !== 'string' || name.trim() === '' || name.trim() !== name) return id
    const isUnique = this.#resolved.get(keyOf(ofOption(field), name)) === id
    const words = isUnique ? name : nameWithId(name, id)
    return isMany(field) && !isOneOfSeveral(words) ? id : words
  }
}

const keyOf = (of: string, name: string) => `${of} ${name}`
