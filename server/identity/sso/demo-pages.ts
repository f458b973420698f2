import { createHash } from 'node:crypto'

const style = `
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0; background: #F4F6F8; color: #1B2733; font: 16px/1.75 "PingFang SC","Microsoft YaHei","Source Han Sans SC","Noto Sans CJK SC",system-ui,sans-serif; }
header { background: #16283D; color: #D7E0EA; padding: 8px 24px; font-size: 14px; }
main { max-width: 560px; margin: 48px auto; padding: 32px; background: #fff; border: 1px solid #D4DAE0; border-radius: 6px; }
h1 { font-size: 26px; line-height: 36px; margin: 0 0 8px; border-left: 4px solid #0F4C92; padding-left: 12px; }
p { margin: 0 0 20px; color: #46535F; }
form { margin: 0; }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 12px; }
button, a.button { display: flex; gap: 12px; align-items: center; width: 100%; min-height: 56px; padding: 8px 16px; border: 1px solid #7F8B97; border-radius: 4px; background: #fff;
  color: #1B2733; font: inherit; text-align: left; text-decoration: none; cursor: pointer; }
button:hover, a.button:hover { background: #E8F0F8; border-color: #0F4C92; }
button:focus-visible, a:focus-visible { outline: 3px solid #C96F12; outline-offset: 1px; }
button.main { justify-content: center; background: #0F4C92; border-color: #0F4C92; color: #fff; }
.kind { flex: none; font-size: 13px; padding: 0 8px; border-radius: 2px; background: #E8F0F8; color: #0F4C92; }
button.back, a.back { display: inline-flex; width: auto; min-height: 44px; margin-top: 12px; padding: 8px 0; border: 0; background: none; color: #0F4C92; text-decoration: underline; }
@media (max-width: 600px) { main { margin: 16px; padding: 20px; } }
`

/** The content security policy of these pages: this style and forms to our own origin only. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

const escape = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

function page(title: string, body: string, banner = '统一身份认证（演示） · 本页代替省、市统一登录平台'): string {
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escape(title)}</title><style>${style}</style></head>
<body><header>${escape(banner)}</header><main>${body}</main></body></html>`
}

export interface Choice {
  accountId: string
  name: string
  kind: string
}

export const choicePage = (action: string, siteName: string, choices: readonly Choice[], banner?: string): string =>
  page(
    '选择登录身份',
    `
<h1>选择登录身份</h1>
<p>您正在登录“${escape(siteName)}”。请选择一个演示身份，无需密码。</p>
<form method="post" action="${escape(action)}"><ul>${choices
      .map(
        (c) => `
<li><button name="account" value="${escape(c.accountId)}"><span class="kind">${escape(c.kind)}</span><span>${escape(c.name)}</span></button></li>`,
      )
      .join('')}
</ul></form>
<form method="post" action="${escape(action)}"><button class="back" name="cancel" value="1">取消，返回门户</button></form>`,
    banner,
  )

/** `form` comes from the provider and is safe; its id is op.logoutForm. */
export const logoutPage = (form: string): string =>
  page(
    '退出统一身份认证',
    `
<h1>退出统一身份认证</h1>
<p>将同时结束您在统一身份认证的登录状态。</p>
${form}<button class="main" type="submit" form="op.logoutForm" name="logout" value="yes">确认退出</button>`,
  )

/** A page of the demo with its own banner. */
export const noticePage = (banner: string, title: string, message: string): string =>
  page(title, `<h1>${escape(title)}</h1><p>${escape(message)}</p><a class="back" href="/page/home">返回首页</a>`, banner)

export const messagePage = (title: string, message: string): string =>
  page(title, `<h1>${escape(title)}</h1><p>${escape(message)}</p><a class="back" href="/page/home">返回首页</a>`)
