import { expect, test } from 'vitest'
import { refuseFile, uploadRule, type UploadKind } from '../../../web/kit/upload/upload-rules.ts'
import { exceeds, fileKinds, wrongType } from './kinds.ts'

test('V019 U-02: every widget offers exactly the formats that the server accepts', () => {
  const server = (families: readonly string[]) => [...fileKinds.values()].filter((k) => families.includes(k.family)).map((k) => `.${k.ext}`)
  const all = ['document', 'sheet', 'picture']
  const offered: [UploadKind, readonly string[]][] = [
    ['sheet', ['sheet']],
    ['document', all],
    ['files', all],
    ['image', ['picture']],
    ['images', ['picture']],
    ['slides', ['picture']],
    ['video', ['video']],
  ]
  for (const [kind, families] of offered) expect(uploadRule(kind).accept.toSorted(), kind).toEqual(server(families).toSorted())
  expect(fileKinds.has('docx')).toBe(true)
  expect(uploadRule('word').accept).toEqual(['.docx'])
})
test('M045: browser and server name the same suffixes', () => {
  expect(wrongType(['xls', 'xlsx']).fields![0]!.message).toBe(refuseFile({ name: 'a.pdf', size: 1 }, uploadRule('sheet')))
})

test('V023 M049: a picture of exactly 10 MB is refused by server and browser; other files may reach their limit', () => {
  const MB = 1 << 20
  for (const [ext, size, refused] of [
    ['png', 10 * MB - 1, false],
    ['png', 10 * MB, true],
    ['xlsx', 10 * MB, false],
    ['xlsx', 10 * MB + 1, true],
    ['pdf', 30 * MB, false],
    ['pdf', 30 * MB + 1, true],
  ] as const) {
    expect(exceeds(fileKinds.get(ext)!, size), `${ext} ${size}`).toBe(refused)
    const kind = ext === 'png' ? 'image' : ext === 'xlsx' ? 'sheet' : 'document'
    expect(refuseFile({ name: `a.${ext}`, size }, uploadRule(kind)) !== null, `${ext} ${size} in the browser`).toBe(refused)
  }
})
