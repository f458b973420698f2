import { describe, expect, test } from 'vitest'
import {
  EDITOR_HEIGHT_A,
  EDITOR_HEIGHT_B,
  EXPORT_STATUS_IN_PROGRESS,
  EXPORT_STATUS_SUCCESS,
  SMS_COUNTDOWN_S,
} from '../../contract/constants.ts'
import { countdownText, secondsLeft } from './date/countdown.ts'
import { fontSizes, lineHeights, plainText } from './form/editor-styles.ts'
import { exportPercent, exportPhase, exportText } from './exchange/export-state.ts'

describe('countdown', () => {
  test('K017 M121: sixty seconds by the clock, however late the timer fires', () => {
    expect(SMS_COUNTDOWN_S).toBe(60)
    expect([
      secondsLeft(null, 5),
      secondsLeft(0, 0),
      secondsLeft(0, 100),
      secondsLeft(0, 59_001),
      secondsLeft(0, 60_000),
      secondsLeft(0, 9e9),
    ]).toEqual([0, 60, 60, 1, 0, 0])
    expect([countdownText(42, '获取验证码'), countdownText(0, '获取验证码')]).toEqual(['42秒后重新获取', '获取验证码'])
  })
})

describe('export dialog', () => {
  test('K040 K041 M071 M115: status 1 in progress, 2 success, anything else failure', () => {
    expect([EXPORT_STATUS_IN_PROGRESS, EXPORT_STATUS_SUCCESS]).toEqual([1, 2])
    expect([1, 2, 0, 3, -1, Number.NaN].map((status) => exportPhase({ status }))).toEqual([
      'running',
      'success',
      'failed',
      'failed',
      'failed',
      'failed',
    ])
    expect(exportText({ status: 1 })).toBe('正在导出，请稍候…')
    expect(exportText({ status: 2 })).toBe('导出成功')
    expect(exportText({ status: 9 })).toBe('抱歉，本次导出过程出现意外情况，数据未全部导出，请稍后重试')
  })
  test('100 % is shown only when the export is finished', () =>
    expect([
      exportPercent({ status: 1, done: 320, total: 486 }),
      exportPercent({ status: 1, done: 486, total: 486 }),
      exportPercent({ status: 1 }),
      exportPercent({ status: 2 }),
    ]).toEqual([65, 99, 0, 100]))
})

describe('rich text', () => {
  test('K057 K058: 8 pt to 36 pt', () => {
    expect(fontSizes[0]).toBe('8pt')
    expect(fontSizes.at(-1)).toBe('36pt')
  })
  test('K059 K060: line heights 1 to 5', () => {
    expect(lineHeights[0]).toBe('1')
    expect(lineHeights.at(-1)).toBe('5')
  })
  test('K061 K062: two heights', () => expect([EDITOR_HEIGHT_A, EDITOR_HEIGHT_B]).toEqual([360, 550]))
  test('a document without text is empty unless it has a picture', () =>
    expect([plainText('<p></p><p>&nbsp;</p>'), plainText('<p><img src="x"></p>'), plainText('<p>补贴 <b>10</b> 万元</p>')]).toEqual([
      '',
      '▣',
      '补贴 10 万元',
    ]))
})
