import { useEffect } from 'react'
import { Link } from 'react-router'
import { exports } from '../../contract/files.ts'
import { imports } from '../../contract/imports.ts'
import { call } from '../api.ts'
import { followJob, forgetExports } from '../kit/exchange/export-jobs.ts'
import { runningExport } from '../kit/exchange/export-source.ts'
import { exportWords, importWords } from '../kit/exchange/export-state.ts'
import { ExportTray } from '../kit/exchange/export-tray.tsx'
import { runningImport } from '../kit/exchange/import-source.ts'

const RUNNING = 1

/** The tray of the workbench with background jobs; it is shown on every screen and restored after a reload. */
export function JobTray({ person }: { person: number }) {
  useEffect(() => {
    const found = <Job extends { status: number; taskId: string; title: string }>(list: readonly Job[]) =>
      list.filter((job) => job.status === RUNNING)
    // Without an answer the tray is empty; the lists are in 我的导出.
    call(exports.listMy, {}, { silent: true }).then(
      (list) => found(list).forEach(({ taskId, title }) => followJob({ taskId, title, source: runningExport, words: exportWords })),
      () => {},
    )
    call(imports.listMy, {}, { silent: true }).then(
      (list) => found(list).forEach(({ taskId, title }) => followJob({ taskId, title, source: runningImport, words: importWords })),
      () => {},
    )
    return forgetExports
  }, [person])
  return (
    <ExportTray
      more={
        <p>
          <Link to="/work/myExport">我的导出</Link>
        </p>
      }
    />
  )
}
