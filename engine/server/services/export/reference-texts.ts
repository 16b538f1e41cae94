import { isMany, ofOption } from '../../../fields/options.ts'
import type { Field } from '../../../model/model.ts'
import type { Row } from '../../database/shape.ts'
import { nameWithId } from '../../store/naming.ts'
import type { RowStream } from '../../store/stream.ts'
import { isOneOfSeveral, joined } from './several.ts'

/** Names remembered from earlier chunks, at most. */
const mostRemembered = 20_000

/**
 * What a file says of other records: the name alone where an import reads it as that record, the id behind the name
 * where several have it, the id alone where there is no name to be seen.
 */
export class ReferenceTexts {
  readonly #stream: RowStream
  /** The one record that a text means, by resource and text; null where it means none or several. */
  readonly #meant = new Map<string, string | null>()

  constructor(stream: RowStream) {
    this.#stream = stream
  }

  /** Learns what the names of a chunk mean: one query for each resource that it refers to. */
  async learn(fields: readonly Field[], records: readonly Row[]): Promise<void> {
    if (this.#meant.size > mostRemembered) this.#meant.clear()
    const wanted = new Map<string, Set<string>>()
    for (const field of fields) {
      if (field.type !== 'reference') continue
      const of = ofOption(field)
      const texts = wanted.get(of) ?? new Set()
      wanted.set(of, texts)
      for (const record of records) {
        for (const name of [record[`${field.name}Name`]].flat()) {
          if (typeof name === 'string' && !this.#meant.has(keyOf(of, name))) texts.add(name)
        }
      }
    }
    for (const [of, texts] of wanted) {
      if (texts.size === 0) continue
      const found = await this.#stream.meant(of, [...texts])
      for (const one of texts) {
        const ids = found.get(one) ?? []
        this.#meant.set(keyOf(of, one), ids.length === 1 ? (ids[0] ?? null) : null)
      }
    }
  }

  textOf(field: Field, value: unknown, name: unknown): string {
    const names = [name].flat()
    const texts = [value].flat().map((id, index) => this.#textOfOne(field, String(id), names[index]))
    return joined(texts, value)
  }

  #textOfOne(field: Field, id: string, name: unknown): string {
    // A name of blanks or with blanks at its ends is not what an import would see.
    if (typeof name !== 'string' || name.trim() === '' || name.trim() !== name) return id
    const isMeant = this.#meant.get(keyOf(ofOption(field), name)) === id
    const words = isMeant ? name : nameWithId(name, id)
    return isMany(field) && !isOneOfSeveral(words) ? id : words
  }
}

const keyOf = (of: string, name: string) => `${of} ${name}`
