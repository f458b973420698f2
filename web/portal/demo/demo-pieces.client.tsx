import { Button } from 'antd'
import { lazy, useState } from 'react'
import { files } from '../../../contract/files.ts'
import { messages } from '../../../contract/messages.ts'
import { call, saveBlob, type BlobAnswer } from '../../api.ts'
import { CopyButton } from '../../kit/copy-button.tsx'
import { CountdownButton } from '../../kit/date/countdown-button.tsx'
import { dateFormats, showDate, type DateFormat } from '../../kit/date/date-format.ts'
import type { DateRange } from '../../kit/date/date-range.ts'
import { ExportButton } from '../../kit/exchange/export-button.tsx'
import type { ExportSource } from '../../kit/exchange/export-source.ts'
import { ExportTray } from '../../kit/exchange/export-tray.tsx'
import { FallsSelect } from '../../kit/choose/endless-select-field.tsx'
import { ImportJobDialog } from '../../kit/exchange/import-job.tsx'
import { OverflowText } from '../../kit/table/overflow-text.tsx'
import { PrintButton } from '../../kit/print-button.tsx'
import { ComingSoon } from '../../kit/coming-soon.tsx'
import { StatusTag, Tag, TrustedBadge } from '../../kit/status-tag.tsx'
import { Timeline } from '../../kit/timeline.tsx'
import { Uploader } from '../../kit/upload/uploader.tsx'
import type { ImportSource } from '../../kit/exchange/import-source.ts'
import { Row } from './demo-row.client.tsx'
import { listCompanies } from './rows.client.ts'

const DateInput = lazy(() => import('../../kit/date/date-input.tsx'))
const DateRangeInput = lazy(() => import('../../kit/date/date-range-input.tsx'))
const TreePicker = lazy(() => import('../../kit/choose/tree-picker.tsx'))

const tree = [
  {
    label: '综合服务',
    value: '10',
    children: [
      { label: '用工', value: '1001', children: [{ label: '招聘', value: '100101' }] },
      { label: '融资', value: '1002' },
    ],
  },
]
const moment = '2026-03-01 14:05:09'

export function DemoChoices() {
  const [range, setRange] = useState<DateRange>({ start: null, end: null })
  const [dates, setDates] = useState<Record<string, string | null>>({})
  const [company, setCompany] = useState<unknown>(null)
  const [node, setNode] = useState<unknown>(null)
  const [leaf, setLeaf] = useState<unknown>(null)
  return (
    <>
      <Row label="企业（滚动加载）">
        <div style={{ width: 320, maxWidth: '100%' }}>
          <FallsSelect label="企业名称" load={listCompanies} value={company} onChange={setCompany} />
        </div>
      </Row>
      <Row label="树：不选根节点">
        <div style={{ width: 320, maxWidth: '100%' }}>
          <TreePicker aria-label="诉求类型" source={tree} rule="noRoot" value={node} onChange={setNode} />
        </div>
      </Row>
      <Row label="树：只选叶子">
        <div style={{ width: 320, maxWidth: '100%' }}>
          <TreePicker aria-label="最小分类" source={tree} rule="leaf" value={leaf} onChange={setLeaf} />
        </div>
      </Row>
      <Row label="日期范围">
        <div style={{ width: 460, maxWidth: '100%' }}>
          <DateRangeInput label="活动时间" value={range} onChange={setRange} />
        </div>
      </Row>
      {dateFormats.map((f: DateFormat) => (
        <Row key={f} label={f}>
          <div style={{ width: 240 }}>
            <DateInput
              aria-label={f}
              format={f}
              value={dates[f] ?? null}
              onChange={(v) => setDates({ ...dates, [f]: v as string | null })}
            />
          </div>
          <span>{showDate(f === 'hh:mm' ? '14:05' : f === 'hh:mm:ss' ? '14:05:09' : f === 'DD' ? '01' : moment, f)}</span>
        </Row>
      ))}
    </>
  )
}

/** A sample export that counts to 486 within a minute, so that there is time to abort it. */
let began = 0
const slowExport: ExportSource = {
  scope: async () => ({
    total: 486,
    limit: 100_000,
    columns: [
      { key: 'companyName', title: '企业名称', usual: true },
      { key: 'code', title: '统一社会信用代码', usual: true },
      { key: 'address', title: '地址', usual: false },
    ],
  }),
  save: async () => {},
  start: async () => {
    began = Date.now()
    return 'demo'
  },
  progress: async () => {
    const done = Math.min(486, Math.floor((Date.now() - began) / 123))
    return { status: done < 486 ? 1 : 2, done, total: 486 }
  },
  abort: async () => true,
}

/** A sample import that finds two errors in a thousand rows, whatever the file. */
const sampleImport: ImportSource = {
  send: async (form) => ({
    taskId: 'demo',
    status: 2,
    dryRun: form.get('dryRun') === 'true',
    mode: 'valid',
    done: 1000,
    total: 1000,
    percent: 100,
    successCount: 998,
    addedCount: 998,
    changedCount: 0,
    sameCount: 0,
    failCount: 2,
    errors: [
      { row: 17, column: '统一社会信用代码', message: messages.creditCodeFormat },
      { row: 40, column: '联系电话', message: messages.phoneFormat },
    ],
    errorCount: 2,
    changes: [],
    failedFile: null,
    message: null,
  }),
  progress: async () => {
    throw new Error('it is over at once')
  },
  abort: async () => true,
}

export function DemoUploads() {
  const [importing, setImporting] = useState(false)
  return (
    <>
      <Row label="表格">
        <div style={{ flex: 1 }}>
          <Uploader kind="sheet" label="上传表格" />
        </div>
      </Row>
      <Row label="文档">
        <div style={{ flex: 1 }}>
          <Uploader kind="document" label="上传文档" rule={{ limit: 3 }} />
        </div>
      </Row>
      <Row label="图片">
        <div style={{ flex: 1 }}>
          <Uploader kind="images" label="上传图片" />
        </div>
      </Row>
      <Row label="导出">
        <ExportButton title="导出企业" source={slowExport} />
        <ExportTray />
      </Row>
      <Row label="导入">
        <Button onClick={() => setImporting(true)}>导入</Button>
      </Row>
      <ImportJobDialog
        title="导入企业"
        open={importing}
        onClose={() => setImporting(false)}
        source={sampleImport}
        params={{}}
        limit={1000}
        onTemplate={async () => saveBlob((await call(files.downloadTemplate, { query: { code: 'tagCompany' } })) as BlobAnswer)}
        onDone={() => {}}
      />
    </>
  )
}

export function DemoMarks() {
  return (
    <>
      <Row label="状态">
        <StatusTag tone="running">审核中</StatusTag>
        <StatusTag tone="done">通过</StatusTag>
        <StatusTag tone="back">退回</StatusTag>
        <StatusTag tone="refused">不予支持</StatusTag>
        <StatusTag tone="waiting">待补充</StatusTag>
        <StatusTag tone="urgent">剩3天</StatusTag>
        <StatusTag tone="off">已下架</StatusTag>
      </Row>
      <Row label="建设中">
        <ComingSoon />
      </Row>
      <Row label="标签">
        <Tag>规上企业</Tag>
        <Tag onRemove={() => {}}>技术改造</Tag>
      </Row>
      <Row label="可信数据源">
        <TrustedBadge source="市场监管局" asOf="2026-11-01" />
      </Row>
      <Row label="省略文字">
        <div style={{ width: 200 }}>
          <OverflowText>关于组织申报2026年度企业技术改造专项资金的通知</OverflowText>
        </div>
      </Row>
      <Row label="倒计时">
        <CountdownButton name="demo" onSend={async () => {}}>
          获取验证码
        </CountdownButton>
      </Row>
      <Row label="复制、打印">
        <CopyButton text="XQ2026110001" />
        <PrintButton />
      </Row>
      <Row label="时间线">
        <Timeline
          entries={[
            { at: '2026-11-20 15:40:00', who: '县经信局 王敏', tone: 'back', title: '退回补正', text: '请补充设备发票，并核对申报金额。' },
            {
              at: '2026-11-19 09:12:00',
              who: '云峰精密制造有限公司',
              tone: 'running',
              title: '修改后提交',
              changes: [{ label: '申报金额', before: '150 万元', after: '120 万元' }],
            },
            { at: '2026-11-18 10:03:00', who: '云峰精密制造有限公司', tone: 'done', title: '提交申报' },
          ]}
        />
      </Row>
    </>
  )
}
