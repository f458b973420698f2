import { describe, expect, it } from 'vitest'
import { cleanHtml, htmlToText } from './sanitize.ts'

const attacks = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">a</a>',
  '<a href="jav&#x09;ascript:alert(1)">a</a>',
  '<a href=" &#14; javascript:alert(1)">a</a>',
  '<svg><script>alert(1)</script></svg>',
  '<svg onload=alert(1)>',
  '<math><mi xlink:href="data:x,<script>alert(1)</script>">',
  '<iframe src="//evil"></iframe>',
  '<object data="x"></object>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<p style="position:fixed;top:0;width:expression(alert(1))">x</p>',
  '<form action="//evil"><input name=a></form>',
  '<img src="data:image/svg+xml;base64,PHN2Zz4=">',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<base href="//evil">',
  '<meta http-equiv=refresh content="0;url=//evil">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><script>alert(1)</script></template>',
  '<img src="//evil/x.png">',
  '<p onclick=alert(1) id=token class=a>x</p>',
  '<<script>script>alert(1)<</script>/script>',
  '<p><![CDATA[<script>alert(1)</script>]]></p>',
  '<video src="javascript:alert(1)" autoplay onloadstart=alert(1)></video>',
  '<style>@import "//evil"</style>',
  '<textarea><script>alert(1)</script></textarea>',
  '<div style="font-family:\'</style><script>alert(1)</script>\'">x</div>',
]

describe('rich text', () => {
  it.each(attacks)('takes the teeth out of %s', (html) => {
    const clean = cleanHtml(html)
    expect(clean).not.toMatch(
      /<script|<svg|<math|<iframe|<object|<form|<base|<meta|<style|<template|\son\w+\s*=|javascript:|data:|expression|url\(|position|"\/\/evil|\sid=|\sclass=/i,
    )
    expect(cleanHtml(clean)).toBe(clean)
  })
  it('keeps what an editor makes', () => {
    const html =
      '<h2>一、条件</h2><p style="text-align:center;line-height:1.5">营收 <strong>2000</strong> 万元<sup>①</sup></p><table><tbody><tr><td colspan="2">表</td></tr></tbody></table><a href="https://www.gov.cn" target="_blank" rel="noopener noreferrer">网</a>'
    expect(cleanHtml(html)).toBe(html)
  })
  it('keeps videos of our own store only, with their buttons (M090)', () => {
    const own = '/files/download?filePath=' + 'a1'.repeat(16)
    expect(cleanHtml(`<p>看</p><video src="${own}" title="演示.mp4" autoplay loop></video>`)).toBe(
      `<p>看</p><video src="${own}" title="演示.mp4" controls></video>`,
    )
    for (const html of [
      `<video src="${own}" poster="${own}"></video>`,
      `<video src="${own}" poster="https://evil.example/x.png" width="640"></video>`,
      `<video controls src="${own}&amp;inline=1"></video>`,
    ]) {
      const clean = cleanHtml(html)
      expect(clean).toContain('<video')
      expect(clean).not.toContain('evil')
      expect(cleanHtml(clean)).toBe(clean)
    }
    for (const src of [
      'https://evil.example/a.mp4',
      '//evil.example/a.mp4',
      '/logo.mp4',
      `https://evil.example${own}`,
      `${own}&t=QY`,
      '/files/download?filePath=../../etc/passwd',
      '',
    ])
      expect(cleanHtml(`<p>甲</p><video src="${src}" controls></video>`)).toBe('<p>甲</p>')
    expect(cleanHtml(`<video controls><source src="https://evil.example/a.mp4"></video>`)).toBe('')
  })
  it('gives its words', () => {
    expect(htmlToText('<p>第一段&amp;</p><p>第二&nbsp;段<br>行</p><script>x</script><ul><li>甲</li><li>乙</li></ul>')).toBe(
      '第一段&\n第二 段\n行\n甲\n乙',
    )
  })
})
