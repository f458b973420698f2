import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Forms with too few inputs for a draft, and forms whose parent provides the draft. */
const without = ['web/policy/manage/schedule-form.client.tsx']

test('every form keeps its input as a draft: it names a draft, or belongs to a record with an id (G-10)', () => {
  const found = globSync('web/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/<RecordForm\b[\s\S]*?\n\s*\/>/g)]
      .filter(([form]) => !/\bdraft=/.test(form) && !/initial=\{\{\s*id\b/.test(form))
      .map(() => file),
  )
  expect(found.toSorted()).toEqual(without)
})

/**
 * A word that confirms, the reason with which a view as somebody else begins (in which no draft can be removed), and the examples: leaving
 * asks, and nothing is kept (ADR 1047).
 */
const asksOnly = ['web/identity/account/my-data.client.tsx', 'web/identity/admin/view-as.tsx', 'web/portal/demo/demo-list.client.tsx']

test('every dialog for words names the act and the thing, so that they are a draft, or is known to ask only', () => {
  const found = globSync('web/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/<(?:Words|Review)Dialog\b[\s\S]*?\n\s*\/>/g)]
      .filter(([dialog]) => !/\bdraft=/.test(dialog))
      .map(() => file),
  )
  expect(found.toSorted()).toEqual(asksOnly)
})

/** The page, or the form, in which the text area stands keeps what is typed. */
const keptAround = [
  'web/appeal/answer-input.tsx',
  'web/declaration/review/ground-input.tsx',
  'web/declaration/review/opinion-input.tsx',
  'web/form/editor/columns-editor.tsx',
  'web/form/editor/field-editor.tsx',
  'web/kit/form/controls.tsx',
  'web/kit/form/ordered-rows.tsx',
  'web/policy/reply-text.tsx',
  'web/rule/formula-text.tsx',
]
/** The note of an example, which is asked about only. */
const notKept = ['web/matching/manage/case-dialog.tsx']

test('every text area for staff is a draft, by itself or where it stands', () => {
  const found = globSync('web/**/*.tsx').filter((file) => {
    const text = readFileSync(file, 'utf8')
    return text.includes('<Input.TextArea') && !/\buse(?:StateDraft|KeptWords)[<(]/.test(text)
  })
  expect(found.toSorted()).toEqual([...keptAround, ...notKept].toSorted())
})

test('no form makes a control anew with each rendering: its open list would close, and what is typed in it would be lost', () => {
  const found = globSync('web/**/*.tsx').filter((file) => /^ {4,}.*\bas: \(/m.test(readFileSync(file, 'utf8')))
  expect(found).toEqual([])
})
