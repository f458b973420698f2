import { Form } from 'antd'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { platformLogins, platformProtocols, platforms, platformShape, type PlatformRow } from '../../contract/site/platforms.ts'
import { call } from '../api.ts'
import { PictureInput } from '../content/index.ts'
import { FormModal } from '../kit/dialog/form-modal.tsx'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { toast } from '../toast.ts'

const Typed = z
  .object({
    name: platformShape.name,
    url: platformShape.url,
    protocol: platformShape.protocol,
    login: platformShape.login,
    logo: platformShape.logo,
    loginUri: z.string().nullish(),
    hosts: z.string({ error: '请填写至少一个域名' }).min(1, '请填写至少一个域名').max(1300, '最多 10 个域名'),
    enableFlag: z.boolean().optional(),
    remark: platformShape.remark,
  })
  .superRefine(({ protocol, loginUri }, ctx) => {
    // What was typed stays in the form while another protocol is chosen, and is then neither checked nor sent.
    const fault = protocol === 'oidc' ? platformShape.loginUri.safeParse(loginUri).error?.issues[0] : undefined
    if (fault) ctx.addIssue({ code: 'custom', path: ['loginUri'], message: fault.message })
  })
type Protocol = z.output<typeof platformShape.protocol>

const ofProtocol = {
  plain: [],
  signed: [],
  ticket: formFields(Typed, {
    key: 'login',
    label: '登录方式',
    kind: 'select',
    options: Object.entries(platformLogins).map(([value, label]) => ({ value, label })),
    hint: '接口地址和密钥写在平台的配置里',
    required: true,
  }),
  oidc: formFields(Typed, {
    key: 'loginUri',
    label: '登录发起地址',
    maxLength: 300,
    hint: '由对方提供（initiate_login_uri），https:// 开头，域名须在下面的“域名”之中',
    required: true,
  }),
} satisfies Record<Protocol, unknown>
const fieldsOf = (protocol: Protocol) =>
  formFields(
    Typed,
    { key: 'name', label: '平台名称', maxLength: 40 },
    { key: 'url', label: '平台地址', maxLength: 300 },
    {
      key: 'protocol',
      label: '接入方式',
      kind: 'radio',
      options: Object.entries(platformProtocols).map(([value, label]) => ({ value, label })),
      hint: '签名链接：打开时带上经签名的用户编号，只用于可信的政务平台；票据登录：用户从那里免密进入本平台；统一登录：双方信任同一个统一身份认证，打开时由对方发起登录，不带个人信息',
    },
    ...ofProtocol[protocol],
    { key: 'logo', label: '标志（可不填）', as: PictureInput, hint: '显示在首页推广位和页脚链接旁' },
    { key: 'hosts', label: '域名', kind: 'longText', hint: '每行一个，例如 www.example.gov.cn' },
    { key: 'enableFlag', label: '启用', kind: 'switch' },
    { key: 'remark', label: '备注（可不填）', maxLength: 200 },
  )

const shownOf = (p: PlatformRow) => ({ ...p, hosts: p.hosts.join('\n'), enableFlag: p.enableFlag === 1 })

/** Registers or changes a platform. */
export function PlatformDialog({
  platform: p,
  onClose,
  onDone,
}: {
  platform: PlatformRow | null
  onClose(): void
  onDone(): Promise<unknown>
}) {
  const [protocol, setProtocol] = useState<Protocol>(p?.protocol ?? 'plain')
  return (
    <FormModal open title={p ? `编辑平台：${p.name}` : '新增平台'} onClose={onClose} width={600}>
      <RecordForm
        schema={Typed}
        fields={fieldsOf(protocol)}
        effect={<ProtocolWatch onChosen={setProtocol} />}
        initial={p ? shownOf(p) : { protocol: 'plain', enableFlag: true }}
        draft={{ key: `platform:${p?.id ?? 'new'}` }}
        latest={p ? () => call(platforms.findById, { query: { id: p.id } }, { silent: true }).then(shownOf) : undefined}
        onCancel={onClose}
        onSubmit={async ({ name, url, protocol, login, logo, loginUri, hosts, enableFlag, remark }, typed) => {
          const body = {
            ...(p ? { id: p.id, version: Number(typed['version']) } : {}),
            name,
            url,
            protocol,
            login: protocol === 'ticket' ? (login ?? null) : null,
            logo: logo ?? '',
            loginUri: protocol === 'oidc' ? (loginUri ?? '') : '',
            hosts: hosts
              .split('\n')
              .map((one) => one.trim())
              .filter(Boolean),
            enableFlag: enableFlag ? (1 as const) : (0 as const),
            remark: remark ?? '',
          }
          await call(platforms.save, { body }, { silent: true })
          toast.success('已保存')
          onClose()
          await onDone()
        }}
      />
    </FormModal>
  )
}

/** Tells the dialog the chosen protocol: only its fields are shown. */
function ProtocolWatch({ onChosen }: { onChosen(protocol: Protocol): void }) {
  const chosen = Form.useWatch<Protocol | undefined>('protocol', Form.useFormInstance())
  useEffect(() => {
    if (chosen) onChosen(chosen)
  }, [chosen, onChosen])
  return null
}
