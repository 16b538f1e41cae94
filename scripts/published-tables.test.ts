import { describe, expect, it } from 'vitest'
import { differences, tablesIn } from './published-tables.ts'

const sql = `CREATE TABLE genre (
    genre_id INT NOT NULL,
    name VARCHAR(120),
    CONSTRAINT genre_pkey PRIMARY KEY (genre_id)
);
INSERT INTO genre VALUES (1, N'Rock (hard); ''new''');
INSERT INTO genre (genre_id, name) VALUES
    (2, NULL),
    (3, 'a, b');

COPY public.film (film_id, note, rate, features) FROM stdin;
1\tfirst\\nsecond\t0.99\t{"Deleted Scenes",Trailers}
2\t\\N\t9.80000019\t\\N
\\.
`

describe('published tables', () => {
  it('are read from INSERT and COPY statements', () => {
    expect(Object.fromEntries(tablesIn(sql))).toEqual({
      genre: [
        { genre_id: '1', name: "Rock (hard); 'new'" },
        { genre_id: '2', name: '' },
        { genre_id: '3', name: 'a, b' },
      ],
      film: [
        { film_id: '1', note: 'first\nsecond', rate: '0.99', features: '{"Deleted Scenes",Trailers}' },
        { film_id: '2', note: '', rate: '9.80000019', features: '' },
      ],
    })
  })

  it.each([
    ['equal', { note: 'a', rate: '1.50' }, []],
    ['a different number', { note: 'a', rate: '1.51' }, ['missing: a | 1.5', 'not in the source: a | 1.51']],
    ['a trailing space', { note: 'a ', rate: '1.5' }, ['missing: a | 1.5', 'not in the source: a  | 1.5']],
  ])('differ by whole rows, regardless of the notation of a value: %s', (_, row, found) => {
    expect(differences([row], [{ note: 'a', rate: '1.5' }])).toEqual(found)
  })

  it('differ by rows that one table contains more often', () => {
    const row = { day: '2021/1/1' }
    expect(differences([{ day: '2021-01-01 00:00:00' }], [row, row])).toEqual(['missing: 2021-01-01'])
    expect(differences([row, row], [row])).toEqual(['not in the source: 2021-01-01'])
  })
})
