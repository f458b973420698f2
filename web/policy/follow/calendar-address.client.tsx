import { useQuery } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useState } from 'react'
import { calendar } from '../../../contract/policy/follow.ts'
import { call } from '../../api.ts'
import { localMinute } from '../../kit/date/local-time.ts'
import { CopyButton } from '../../kit/copy-button.tsx'
import { toast } from '../../toast.ts'
import css from './follow.module.css'

/** The private calendar address: shown once when it is created; it can be replaced or disabled. */
export function CalendarAddress() {
  const { modal } = App.useApp()
  const state = useQuery({ queryKey: ['calendar'], queryFn: () => call(calendar.state, { query: {} }, { silent: true }), retry: false })
  const [url, setUrl] = useState<string | null>(null)
  const since = state.data?.createTime ?? null
  const make = async () => {
    const made = await call(calendar.renew, { body: {} })
    setUrl(made.url)
    await state.refetch()
  }
  const renew = () =>
    since === null
      ? void make().catch(() => {})
      : void modal.confirm({
          title: '更换日历地址？',
          content: '已订阅旧地址的日历将不再更新，需用新地址重新订阅。',
          okText: '更换',
          cancelText: '不更换',
          onOk: make,
        })
  const stop = () =>
    modal.confirm({
      title: '停用日历地址？',
      content: '已订阅的日历将不再更新。',
      okText: '停用',
      okButtonProps: { danger: true },
      cancelText: '保留',
      onOk: async () => {
        await call(calendar.revoke, { body: {} })
        setUrl(null)
        toast.success('日历地址已停用', 3)
        await state.refetch()
      },
    })
  return (
    <section className={`card ${css.block}`} aria-labelledby="sub-calendar">
      <h2 id="sub-calendar">截止日历</h2>
      <p className={css.note}>
        把收藏的政策和本企业符合的政策的截止日期、报名的活动订阅到手机或电脑的日历里，自动更新。地址是您私有的，请勿转发；随时可以更换或停用。
      </p>
      {url !== null && (
        <p style={{ marginTop: 12 }}>
          <code className={css.address}>{url}</code>
          <CopyButton text={url} /> <span className={css.note}>地址只显示这一次，请复制到日历的“按网址订阅”。</span>
        </p>
      )}
      {since !== null && url === null && <p style={{ marginTop: 12 }}>地址生成于 {localMinute(since)}，使用中。</p>}
      <p className={css.tools} style={{ marginTop: 12 }}>
        <Button disabled={!state.data} onClick={renew}>
          {since === null ? '生成日历地址' : '更换地址'}
        </Button>
        {since !== null && (
          <Button danger onClick={stop}>
            停用
          </Button>
        )}
      </p>
    </section>
  )
}
