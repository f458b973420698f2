import { describe, expect, it } from 'vitest'
import { clausesOf, withClauseAnchors } from './clauses.ts'

const text =
  '<h2>支持内容</h2><p>第一条 支持<b>对象</b>。</p><p style="text-align:left"><strong>第十二条</strong> 标准</p><p>（一）设备补助按一成</p><p>普通一段，见第一条</p><p>第一条 又来</p><h3></h3>'

describe('clauses of a text', () => {
  it('are its headings, 第…条 and numbered paragraphs, each listed once', () => {
    expect(clausesOf(text).map((c) => c.name)).toEqual(['支持内容', '第一条', '第十二条', '（一）设备补助按一成'])
    expect(clausesOf('')).toEqual([])
  })
  it('get an id without spaces or quotes at their first occurrence; the text is otherwise unchanged', () => {
    const shown = withClauseAnchors(text)
    expect(shown.match(/ id="[^"]*"/g)).toEqual(clausesOf(text).map((c) => ` id="${c.anchor}"`))
    expect(shown.replace(/ id="[^"]*"/g, '')).toBe(text)
    expect(withClauseAnchors('<h2>甲 "乙" &lt;丙&gt;</h2>')).toBe('<h2 id="clause-甲乙丙">甲 "乙" &lt;丙&gt;</h2>')
  })
})

it('takes linear time on texts of unclosed tags (I-05)', () => {
  const from = performance.now()
  for (const hard of ['<p>'.repeat(100_000), '<h2 '.repeat(100_000), '<'.repeat(300_000), '<p></h2>'.repeat(50_000)]) {
    clausesOf(hard)
    withClauseAnchors(hard)
  }
  expect(performance.now() - from).toBeLessThan(3000)
})
