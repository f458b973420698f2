import { use, useEffect, useRef } from 'react'
import type { myDeclaration } from '../../contract/declaration.ts'
import type { Data } from '../../contract/endpoint.ts'
import { CopyButton } from '../kit/copy-button.tsx'
import { PrintButton } from '../kit/print-button.tsx'
import { DeclareAsContext } from './declare-as.ts'
import { VerifyCode } from './verify-code.tsx'
import { timeText } from './times.ts'
import styles from './declare.module.css'

/** 回执: number, time, and next steps. */
export function Receipt({
  receipt,
  projectName,
  policyTitle,
}: {
  receipt: Data<typeof myDeclaration.submit>
  projectName: string
  policyTitle: string
}) {
  const { assisted, home } = use(DeclareAsContext)
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    scrollTo(0, 0)
    head.current?.focus()
  }, [])
  return (
    <article className={`card ${styles.receipt}`}>
      <h1 ref={head} tabIndex={-1}>
        <span aria-hidden="true">✓</span> 申报已提交
      </h1>
      <dl>
        <div>
          <dt>受理号</dt>
          <dd className={styles.number}>
            {receipt.declareNo} <CopyButton text={receipt.declareNo} />
          </dd>
        </div>
        <div>
          <dt>申报项目</dt>
          <dd>{projectName}</dd>
        </div>
        <div>
          <dt>政策</dt>
          <dd>{policyTitle}</dd>
        </div>
        <div>
          <dt>提交时间</dt>
          <dd className="num">{timeText(receipt.submitTime)}</dd>
        </div>
        <div>
          <dt>当前状态</dt>
          <dd>{receipt.stateName}</dd>
        </div>
        <div>
          <dt>下一步</dt>
          <dd>
            {receipt.nextStep}
            {receipt.deadline && `，预计 ${timeText(receipt.deadline).slice(0, 10)} 前办结`}
          </dd>
        </div>
      </dl>
      <VerifyCode path={receipt.verifyPath} />
      <p className={styles.buttons} data-print="hide">
        {assisted ? (
          <>
            <a className="btn btn-primary" href={`/page/policyserverdectail?id=${receipt.id}`}>
              查看进度
            </a>
            <a className="btn" href={home}>
              我的项目
            </a>
          </>
        ) : (
          <a className="btn btn-primary" href={home}>
            返回窗口代录
          </a>
        )}
        <PrintButton label="打印回执" />
      </p>
    </article>
  )
}
