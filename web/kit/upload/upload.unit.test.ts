import { describe, expect, test } from 'vitest'
import {
  UPLOAD_DEFAULT_MAX_MB,
  UPLOAD_DOC_MAX_MB,
  UPLOAD_FILE_COUNT_DEFAULT,
  UPLOAD_IMAGE_COUNT_DEFAULT,
  UPLOAD_IMAGE_MAX_MB,
  UPLOAD_SHEET_MAX_MB,
} from '../../../contract/constants.ts'
import { refuseFile, takeFiles, typesToSay, uploadRule } from './upload-rules.ts'
import { itemsOf, nextToSend, refuseUnfinished, stateText, uploadedOf, uploadStep, type UploadItem } from './upload-state.ts'

const MB = 1024 * 1024
const file = (name: string, size = 1024) => ({ name, size })

describe('upload rules of spec §5', () => {
  test('K001 K002 K003 K004 K005 K006: limits', () => {
    expect([
      UPLOAD_IMAGE_MAX_MB,
      UPLOAD_SHEET_MAX_MB,
      UPLOAD_DOC_MAX_MB,
      UPLOAD_DEFAULT_MAX_MB,
      UPLOAD_FILE_COUNT_DEFAULT,
      UPLOAD_IMAGE_COUNT_DEFAULT,
    ]).toEqual([10, 10, 30, 10, 1, 3])
  })
  test('V018 M044: over n MB is refused with the number, exactly n is allowed', () => {
    const sheet = uploadRule('sheet')
    expect(refuseFile(file('a.xlsx', 10 * MB + 1), sheet)).toBe('文件大小不能大于10M')
    expect(refuseFile(file('a.xlsx', 10 * MB), sheet)).toBeNull()
    expect(refuseFile(file('a.xlsx', 6 * MB), uploadRule('sheet', { maxMb: 5 }))).toBe('文件大小不能大于5M')
  })
  test('V019 M045: only the last suffix counts, in any case', () => {
    const sheet = uploadRule('sheet')
    expect(refuseFile(file('a.xlsx', 0), sheet)).toBe('文件是空的，请选择有内容的文件')
    for (const name of ['a.pdf', 'a.xlsx.exe', 'a', 'xlsx']) expect(refuseFile(file(name), sheet)).toBe('请上传.xls、.xlsx类型的文件')
    for (const name of ['a.xls', 'A.XLSX', 'a.b.xlsx']) expect(refuseFile(file(name), sheet)).toBeNull()
  })
  test('V020 M046: more files than the limit are refused as a whole', () => {
    expect(takeFiles([file('a.xls'), file('b.xls')], 0, uploadRule('sheet'))).toEqual({ taken: [], refused: ['只能上传1个文件'] })
    expect(takeFiles([file('a.xls')], 1, uploadRule('sheet')).refused).toEqual(['只能上传1个文件'])
    expect(takeFiles([file('a.pdf')], 2, uploadRule('document', { limit: 3 })).refused).toEqual([])
  })
  test('V021 M047 and M048: hints', () => {
    expect(uploadRule('sheet').hint).toBe('请上传10M以下的.xls或.xlsx文件')
    expect(uploadRule('sheet', { hint: '自己的提示' }).hint).toBe('自己的提示')
    expect(uploadRule('document').hint).toBe('请上传30M以下的文件')
  })
  test('the file types are shown beside a hint that does not name them', () => {
    expect(typesToSay(uploadRule('document', { accept: ['.pdf', '.jpg'] }))).toBe('.pdf、.jpg')
    expect(typesToSay(uploadRule('sheet'))).toBe('')
    expect(typesToSay(uploadRule('image'))).toBe('')
  })
  test('V022 M048: documents up to 30 MB', () => {
    expect(refuseFile(file('a.pdf', 31 * MB), uploadRule('document'))).toBe('请上传30M以下的文件')
    expect(refuseFile(file('a.pdf', 29 * MB), uploadRule('document'))).toBeNull()
  })
  test('V023 M049: a picture must be under 10 MB', () => {
    expect(refuseFile(file('a.png', 10 * MB), uploadRule('image'))).toBe('图片大于10M!')
    expect(refuseFile(file('a.png', 9.9 * MB), uploadRule('image'))).toBeNull()
  })
  test('V024 M050: each of several files must be under the limit too', () => {
    expect(refuseFile(file('a.pdf', 10 * MB), uploadRule('files'))).toBe('文件大于10M!')
    expect(refuseFile(file('a.pdf', 9 * MB), uploadRule('files'))).toBeNull()
  })
  test('V025 M051: three pictures by default', () => {
    const images = uploadRule('images')
    expect(
      takeFiles(
        [1, 2, 3, 4].map((n) => file(`${n}.png`)),
        0,
        images,
      ),
    ).toEqual({ taken: [], refused: ['至多上传3张，请删除后再上传!'] })
    expect(takeFiles([file('1.png')], 3, images).refused).toEqual(['至多上传3张，请删除后再上传!'])
    expect(takeFiles([file('1.png')], 2, images).taken).toHaveLength(1)
    expect(uploadRule('images', { limit: 5 }).tooMany).toBe('至多上传5张，请删除后再上传!')
  })
  test('V027 V029 M119 K007 K008: imports take xls and xlsx, or docx', () => {
    for (const name of ['a.csv', 'a.xlsm', 'a.docx']) expect(refuseFile(file(name), uploadRule('sheet'))).not.toBeNull()
    for (const name of ['a.doc', 'a.pdf', 'a.docx.zip']) expect(refuseFile(file(name), uploadRule('word'))).toBe('请上传.docx类型的文件')
    expect(refuseFile(file('A.DOCX'), uploadRule('word'))).toBeNull()
  })
  test('for sheets of other programs the message names the program and how to save them', () =>
    expect(refuseFile(file('名单.CSV'), uploadRule('sheet'))).toBe(
      '请上传.xls、.xlsx类型的文件；.csv 文件请先用 Excel 或 WPS 打开，“另存为 Excel 工作簿”（.xlsx）后再上传',
    ))
  test('V028: an import of exactly 10 MB passes', () =>
    expect([refuseFile(file('a.xls', 10 * MB), uploadRule('sheet')), refuseFile(file('a.xls', 10 * MB + 1), uploadRule('sheet'))]).toEqual([
      null,
      '文件大小不能大于10M',
    ]))
  test('of several chosen files the valid ones are uploaded, the others are named', () => {
    expect(takeFiles([file('a.pdf'), file('b.exe')], 0, uploadRule('document', { limit: 3 }))).toMatchObject({
      taken: [{ name: 'a.pdf' }],
      refused: [expect.stringMatching(/^b\.exe：请上传/)],
    })
  })
})

describe('state of each file', () => {
  const add = (...ids: string[]) => uploadStep([], { type: 'added', items: ids.map((id) => ({ id, name: `${id}.png`, size: 1 })) })
  const states = (items: readonly UploadItem[]) => items.map((i) => i.state)
  test('waiting → uploading → checking → done', () => {
    let items = add('a')
    expect(states(items)).toEqual(['waiting'])
    items = uploadStep(items, { type: 'progress', id: 'a', sent: 50, total: 100 })
    expect(items[0]).toMatchObject({ state: 'uploading', percent: 50 })
    expect(stateText(items[0]!)).toBe('上传中 50%')
    items = uploadStep(items, { type: 'progress', id: 'a', sent: 100, total: 100 })
    expect(states(items)).toEqual(['checking'])
    items = uploadStep(items, { type: 'done', id: 'a', fileName: 'x.png', filePath: '2026/x.png' })
    expect(uploadedOf(items)).toEqual([{ fileName: 'x.png', filePath: '2026/x.png', exName: 'a.png' }])
    expect(states(uploadStep(items, { type: 'failed', id: 'a', message: 'late' }))).toEqual(['done'])
  })
  test('failed → retry → waiting, with the reason gone', () => {
    const failed = uploadStep(add('a'), { type: 'failed', id: 'a', message: '文件类型不符' })
    expect(stateText(failed[0]!)).toBe('文件类型不符')
    const again = uploadStep(failed, { type: 'retry', id: 'a' })
    expect(again[0]).not.toHaveProperty('message')
    expect(states(again)).toEqual(['waiting'])
  })
  test('two at a time', () => {
    let items = add('a', 'b', 'c')
    expect(nextToSend(items)?.id).toBe('a')
    for (const id of ['a', 'b']) items = uploadStep(items, { type: 'progress', id, sent: 1, total: 9 })
    expect(nextToSend(items)).toBeUndefined()
    items = uploadStep(items, { type: 'failed', id: 'a', message: '' })
    expect(nextToSend(items)?.id).toBe('c')
  })
  test('slides can be moved up and down, but not beyond the ends', () => {
    const items = add('a', 'b', 'c')
    const ids = (list: readonly UploadItem[]) => list.map((i) => i.id).join('')
    expect(ids(uploadStep(items, { type: 'moved', id: 'b', by: -1 }))).toBe('bac')
    expect(ids(uploadStep(items, { type: 'moved', id: 'b', by: 1 }))).toBe('acb')
    expect(ids(uploadStep(items, { type: 'moved', id: 'a', by: -1 }))).toBe('abc')
    expect(ids(uploadStep(items, { type: 'moved', id: 'x', by: 1 }))).toBe('abc')
  })
  test('another single picture replaces the first only after its upload', () => {
    const image = uploadRule('image')
    expect(takeFiles([file('2.png')], 1, image)).toMatchObject({ taken: [{ name: '2.png' }], refused: [] })
    expect(takeFiles([file('2.png'), file('3.png')], 0, image).refused).toEqual(['只能上传1个文件'])
    const old = itemsOf([{ fileName: '1.png', filePath: 'p1', exName: '1.png' }])
    const both = uploadStep(old, { type: 'added', items: [{ id: 'n', name: '2.png', size: 1 }] })
    expect(uploadedOf(uploadStep(both, { type: 'failed', id: 'n', message: 'x' }))).toMatchObject([{ filePath: 'p1' }])
    expect(uploadedOf(uploadStep(both, { type: 'done', id: 'n', fileName: '2.png', filePath: 'p2', alone: true }))).toEqual([
      { fileName: '2.png', filePath: 'p2', exName: '2.png' },
    ])
  })
  test('V026 M052: a form with slides waits for all of them', () => {
    const text = '请等待所有图片上传成功。如果出现网络问题，请刷新页面并重新上传！'
    expect(refuseUnfinished(add('a'))).toBe(text)
    expect(refuseUnfinished(uploadStep(add('a'), { type: 'failed', id: 'a', message: '' }))).toBe(text)
    expect(refuseUnfinished(uploadStep(add('a'), { type: 'progress', id: 'a', sent: 1, total: 2 }))).toBe(text)
    expect(refuseUnfinished(itemsOf([{ fileName: 'a', filePath: 'p', exName: 'a' }]))).toBeNull()
    expect(refuseUnfinished([])).toBeNull()
  })
})
