import { exports, files } from '../../contract/files.ts'
import { imports } from '../../contract/imports.ts'
import { abortExport, exportAgain, exportProgress, joinExports, exportScope, myExports, startExport } from '../kernel/export/exports.ts'
import { download, signLink } from '../kernel/files/access.ts'
import { openFolders, sweepFiles, upload } from '../kernel/files/files.ts'
import { makeTemplate } from '../kernel/files/templates.ts'
import { abortImport, importState, myImports, joinImports } from '../kernel/import/imports.ts'
import { implement } from '../kernel/implement.ts'
import { recurring } from '../kernel/jobs/jobs.ts'
import type { Kernel } from '../kernel/kernel.ts'

export function joinFiles(k: Kernel): void {
  k.mounts.push((http) => {
    http.addHook('onReady', () => openFolders(k))
  })
  recurring(k, { name: 'files.sweep', title: '清理没有用到的上传', cron: '7 * * * *' }, () => sweepFiles(k))
  implement(k, 'system', files, {
    upload: ({ actor, call }) => upload(k, actor, call),
    download: ({ query: { filePath, inline, e, n, s }, call }) =>
      download(k, call, filePath, e !== undefined && n !== undefined && s !== undefined ? { e, n, s } : null, inline ?? false),
    link: ({ query, actor, call }) => signLink(k, actor, call, query.filePath),
    downloadTemplate: ({ query }) => makeTemplate(k, query.code),
  })
  joinExports(k)
  implement(k, 'system', exports, {
    start: ({ body, actor, call }) => startExport(k, actor, call, body),
    again: ({ body, actor, call }) => exportAgain(k, actor, call, body.taskId),
    progress: ({ query, actor }) => exportProgress(k, actor, query.taskId),
    abort: ({ body, actor, call }) => abortExport(k, actor, call, body.taskId),
    scope: ({ body, actor, call }) => exportScope(k, actor, call, body),
    listMy: ({ actor }) => myExports(k, actor),
  })
  joinImports(k)
  implement(k, 'system', imports, {
    progress: ({ query, actor }) => importState(k, actor, query.taskId),
    listMy: ({ actor }) => myImports(k, actor),
    abort: ({ body, actor, call }) => abortImport(k, actor, call, body.taskId),
  })
}
