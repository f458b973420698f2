import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Modal, Radio, Spin } from 'antd'
import { useState } from 'react'
import { platformKeys, type SignedPlatform } from '../../contract/identity/platform-keys.ts'
import { call } from '../api.ts'
import { CopyButton } from '../kit/copy-button.tsx'
import { localMinute } from '../kit/date/local-time.ts'
import { useSubmit } from '../kit/form/use-submit.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import { EmptyState, ErrorState } from '../kit/table/table-states.tsx'
import { PlatformOff } from './platform-off.tsx'
import css from './site.module.css'

const QUERY = ['platform-keys']
const states = { now: ['done', '正在使用'], coming: ['waiting', '待开始'], old: ['off', '已停用'] } as const
const delays = [
  { value: 0, label: '立即（第一把密钥，或原来的已经泄露）' },
  { value: 7, label: '7 天后' },
  { value: 30, label: '30 天后' },
]

/** 平台管理 for the security administrator: the keys with which other platforms verify this site's signed links. */
export default function PlatformKeys() {
  const read = useQuery({ queryKey: QUERY, queryFn: () => call(platformKeys.list, { query: {} }, { silent: true }), retry: false })
  if (read.isError) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <Spin />
  if (read.data.length === 0) return <EmptyState first="还没有签名链接的平台。平台由系统管理员登记。" />
  return (
    <>
      <p className="meta">
        对方用密钥核对我们的签名。没有生成过密钥的，对方无法核对；密钥只在生成时显示一次，请当面或用可靠的方式交给对方。
      </p>
      <ul className={css.keys}>
        {read.data.map((platform) => (
          <OnePlatform key={platform.id} platform={platform} />
        ))}
      </ul>
    </>
  )
}

function OnePlatform({ platform }: { platform: SignedPlatform }) {
  const [open, setOpen] = useState<'renew' | 'try' | null>(null)
  return (
    <li className="card">
      <div className={css.keyHead}>
        <h2>{platform.name}</h2>
        {platform.enableFlag === 0 && <StatusTag tone="off">停用</StatusTag>}
        <span className={css.keyTools}>
          <Button onClick={() => setOpen('try')} aria-label={`试签：${platform.name}`}>
            试签
          </Button>
          <Button type="primary" onClick={() => setOpen('renew')} aria-label={`生成密钥：${platform.name}`}>
            {platform.keys.length === 0 ? '生成密钥' : '更换密钥'}
          </Button>
        </span>
      </div>
      <p className="meta">
        {platform.hosts.join('、')}。近 24 小时签名 <span className="num">{platform.usedNum}</span> 次。
      </p>
      {platform.keys.length === 0 ? (
        <p>还没有密钥。</p>
      ) : (
        <ul className={css.keyRows}>
          {platform.keys.map((key) => (
            <li key={key.id}>
              <span className="num">编号 {key.id}</span>
              <StatusTag tone={states[key.state][0]}>{states[key.state][1]}</StatusTag>
              <span>
                <span className="num">{localMinute(key.startTime)}</span> 起使用，{key.madeBy} 生成
              </span>
            </li>
          ))}
        </ul>
      )}
      {open === 'renew' && <Renew platform={platform} onClose={() => setOpen(null)} />}
      {open === 'try' && <TryOut platform={platform} onClose={() => setOpen(null)} />}
    </li>
  )
}

function Renew({ platform, onClose }: { platform: SignedPlatform; onClose(): void }) {
  const client = useQueryClient()
  const first = platform.keys.length === 0
  const coming = platform.keys.find(({ state }) => state === 'coming')
  const [days, setDays] = useState(first || coming ? 0 : 7)
  const [made, setMade] = useState<{ keyId: number; secret: string; startTime: string } | null>(null)
  const { busy, failure, run } = useSubmit(async () => {
    setMade(await call(platformKeys.renew, { body: { id: platform.id, overlapDays: days } }, { silent: true }))
    await client.invalidateQueries({ queryKey: QUERY })
  })
  if (made)
    return (
      <Modal
        open
        title="密钥只显示这一次"
        mask={{ closable: false }}
        onCancel={onClose}
        footer={
          <Button type="primary" onClick={onClose}>
            已记下
          </Button>
        }
      >
        <p>
          编号 <span className="num">{made.keyId}</span>，<span className="num">{localMinute(made.startTime)}</span> 起用于签名。
        </p>
        <p className={css.secret}>
          <code>{made.secret}</code>
          <CopyButton text={made.secret} />
        </p>
      </Modal>
    )
  return (
    <Modal
      open
      title={`${first ? '生成' : '更换'}“${platform.name}”的签名密钥`}
      okText="生成"
      cancelText="取消"
      confirmLoading={busy}
      onCancel={onClose}
      onOk={() => void run()}
    >
      {coming ? (
        <p>编号 {coming.id} 的密钥还没有开始使用，现在只能立即更换：它随即作废，此后的链接都用新密钥签名，对方装好之前无法核对。</p>
      ) : (
        <p>何时开始用新密钥签名？在此之前仍用原来的，对方可以先装好新的。</p>
      )}
      <Radio.Group
        aria-label="开始使用"
        className={css.delays}
        value={days}
        onChange={(e) => setDays(Number(e.target.value))}
        options={coming ? delays.slice(0, 1) : delays}
      />
      {failure && (
        <p role="alert" className="field-error">
          {failure.message}
        </p>
      )}
    </Modal>
  )
}

/** A sample for the developers of the other platform: the signed values and the result. */
function TryOut({ platform, onClose }: { platform: SignedPlatform; onClose(): void }) {
  const read = useQuery({
    queryKey: ['platform-try', platform.id],
    queryFn: () => call(platformKeys.tryOut, { body: { id: platform.id } }, { silent: true }),
    retry: false,
    gcTime: 0,
  })
  return (
    <Modal open title={`试签“${platform.name}”`} footer={null} width={640} onCancel={onClose}>
      {read.isError ? (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      ) : !read.data ? (
        <Spin />
      ) : (
        <>
          {read.data.enableFlag === 0 && <PlatformOff>真实的链接会被拒绝签名，访客打开时直接到平台地址。</PlatformOff>}
          <p>样例里的用户编号是“test”，不代表任何人。对方把原文逐行（换行符连接）用密钥算 HMAC-SM3，结果应与签名一致。</p>
          <dl className={css.sample}>
            <dt>原文</dt>
            <dd>
              <pre>{read.data.text}</pre>
            </dd>
            <dt>签名</dt>
            <dd>
              <code>{read.data.sign}</code>
            </dd>
            <dt>地址</dt>
            <dd>
              <code>{read.data.url}</code>
            </dd>
          </dl>
        </>
      )}
    </Modal>
  )
}
