import { createHash } from 'node:crypto'

const style = `body{font:16px/1.75 "PingFang SC","Microsoft YaHei","Noto Sans CJK SC",system-ui,sans-serif;color:#1B2733;background:#F4F6F8;margin:0}
main{max-width:560px;margin:64px auto;padding:32px;background:#fff;border:1px solid #D4DAE0}h1{font-size:26px;margin:0 0 8px}a{color:#0F4C92}`

/**
 * A page without scripts and styles, for cases in which no page of the build can be rendered. `text` and `ways` are trusted markup; the
 * browser opens the address again after `againSeconds`.
 */
export const plainPage = (
  title: string,
  text: string,
  ways: string,
  againSeconds?: number,
): { headers: Record<string, string>; html: string } => ({
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`,
  },
  html: `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">${againSeconds ? `<meta http-equiv="refresh" content="${againSeconds}">` : ''}<title>${title}</title><style>${style}</style></head>
<body><main><h1>${title}</h1><p>${text}</p><p>${ways}</p></main></body></html>`,
})

const WAYS = '<a href="/page/policysearch">查政策</a>　<a href="/page/home">返回首页</a>'
export const tooLongPage = () =>
  plainPage('地址太长', '这个地址里的内容太长，没有打开。搜索时请把问题写短一些（200 个字以内），再试一次。', WAYS)
export const badAddressPage = () => plainPage('地址不对', '这个地址里有写错的字符，没有打开。请从下面的入口重新查找。', WAYS)
