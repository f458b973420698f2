import { AlignmentType, Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow, TextRun, WidthType } from 'docx'
import type { AppealDetail } from '../../contract/appeal.ts'
import { maskText } from '../kernel/access/pii.ts'
import { dateOf } from '../kernel/clock.ts'

/** Width in twips of an A4 page between margins of 2.5 cm. */
const WIDTH = 9070
const LABEL = 1900
const STEPS = 60

const paragraphs = (words: string) =>
  words.split('\n').map((line) => new Paragraph({ children: [new TextRun({ text: line, size: 22 })], spacing: { after: 40 } }))
const cell = (words: string, width: number, bold = false) =>
  new TableCell({
    width: { size: width, type: WidthType.DXA },
    margins: { top: 80, bottom: 80, left: 100, right: 100 },
    children: bold ? [new Paragraph({ children: [new TextRun({ text: words, bold: true, size: 22 })] })] : paragraphs(words),
  })
const day = (at: string | null): string => (at === null ? '无' : dateOf(new Date(at)))

/** 督办单: the request to an office, its deadline and the history so far. Contact and phone stay masked, and so do numbers in the texts. */
export function appealSheet(a: AppealDetail, printedOn: string): Promise<Buffer> {
  const parts = { main: '主办', assist: '协办', former: '曾办' } as const
  const rows: [string, string][] = [
    ['诉求编号', a.appealNo ?? '无'],
    ['诉求标题', maskText(a.title)],
    ['诉求类型', a.typeName],
    ['提出人', a.companyName ?? a.userName],
    ['联系人', `${a.contact} ${a.phone}`],
    ['镇街', a.streetName ?? '无'],
    ['办理部门', a.offices.map((office) => `${office.name}（${parts[office.part]}）`).join('、') || '尚未转办'],
    ['提交日期', day(a.submitTime)],
    ['承诺办结日', `${day(a.deadline)}${a.overdue ? '（已超期）' : ''}${a.level === 2 ? '（提级督办）' : ''}`],
    ['当前状态', `${a.stateName}${a.pause ? `，暂停计时：${a.pause.kind}` : ''}`],
    ['催办', a.urgeCount > 0 ? `提出人已催办 ${a.urgeCount} 次` : '无'],
    ['诉求内容', maskText(a.content)],
    ...(a.merged.length > 0
      ? ([['合并办理', `${a.merged.length} 件：${a.merged.map((row) => row.appealNo).join('、')}`]] as [string, string][])
      : []),
    ...(a.dealContent === null ? [] : ([['办理结果', `${a.result ?? ''}\n${maskText(a.dealContent)}`]] as [string, string][])),
    [
      '办理过程',
      a.steps
        .slice(-STEPS)
        .map((step) => `${day(step.at)} ${step.name} ${step.by}${step.reason ? `：${maskText(step.reason)}` : ''}`)
        .join('\n'),
    ],
    ['督办要求', a.overdue ? '该诉求已超过承诺办结日，请即办理并书面说明原因。' : '请在承诺办结日前答复提出人。'],
    ['领导批示', '\n\n'],
  ]
  return Packer.toBuffer(
    new Document({
      styles: { default: { document: { run: { font: { eastAsia: '宋体', ascii: 'Times New Roman' } } } } },
      sections: [
        {
          children: [
            new Paragraph({
              text: '企业诉求督办单',
              heading: HeadingLevel.TITLE,
              alignment: AlignmentType.CENTER,
              spacing: { after: 200 },
            }),
            new Table({
              width: { size: WIDTH, type: WidthType.DXA },
              columnWidths: [LABEL, WIDTH - LABEL],
              rows: rows.map(([name, value]) => new TableRow({ children: [cell(name, LABEL, true), cell(value, WIDTH - LABEL)] })),
            }),
            new Paragraph({ children: [new TextRun({ text: `打印日期：${printedOn}`, size: 20 })], spacing: { before: 160 } }),
          ],
        },
      ],
    }),
  )
}
