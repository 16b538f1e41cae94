import type { OwnTexts } from './i18n.ts'

/** Texts of the page of descriptors, which are loaded with it. */
export const descriptorWords = {
  descriptors: {
    title: { zh: '配置变更', en: 'Descriptors' },
    served: { zh: '版本 %{number}，%{at} 生效', en: 'Revision %{number}, applied %{at}' },
    processes: { zh: '%{on}/%{of} 个服务进程已生效', en: 'Applied on %{on} of %{of} processes' },
    migrationsTitle: { zh: '待执行的迁移', en: 'Migrations to run' },
    migrationsHelp: {
      zh: '服务下次启动时执行。在此之前，不要确认删除它们要迁移的值。',
      en: 'They run at the next start of the server. Do not confirm the deletion of values that they move before that.',
    },
    waitsTitle: { zh: '待确认的变更', en: 'Changes to confirm' },
    waitsHelp: {
      zh: '%{at} 保存的这些文件会影响已有数据，尚未生效；同时保存的其他文件已生效。逐项确认后应用；不想应用，请放弃或在文件中改回。',
      en: 'These files, saved at %{at}, affect existing data and are not applied; other saved files are. Confirm each change, or undo it in the files.',
    },
    leftTitle: { zh: '已不用的数据', en: 'Unused data' },
    leftHelp: {
      zh: '当前配置已不使用这些数据，它们仍留在数据库里。确认后删除。',
      en: 'The current descriptors no longer use this data. It stays in the database until you confirm its deletion.',
    },
    rows: { zh: '%{smart_count} 条', en: '%{smart_count} rows', one: '%{smart_count} row' },
    showRows: { zh: '查看数据', en: 'Show rows' },
    hideRows: { zh: '收起', en: 'Hide rows' },
    firstRows: { zh: '前 %{count} 条', en: 'First %{count}' },
    ofTenant: { zh: '租户 %{tenant}：%{id}', en: 'Tenant %{tenant}: %{id}' },
    candidates: { zh: '相近的：%{names}', en: 'Similar: %{names}' },
    separator: { zh: '、', en: ', ' },
    markApplied: { zh: '版本 %{number} 已于 %{at} 生效', en: 'Revision %{number} applied at %{at}' },
    markMore: { zh: '，另有 %{count} 项', en: ' and %{count} more' },
    markErrors: {
      zh: '配置有 %{smart_count} 个错误',
      en: '%{smart_count} errors in the descriptors',
      one: '%{smart_count} error in the descriptors',
    },
    markWaiting: {
      zh: '%{smart_count} 项变更待确认',
      en: '%{smart_count} changes to confirm',
      one: '%{smart_count} change to confirm',
    },
    dismiss: { zh: '知道了', en: 'Dismiss' },
    loses: {
      zh: '这些值将被删除，不能恢复。输入 %{name} 确认',
      en: 'These values will be deleted and cannot be restored. Type %{name} to confirm',
    },
    breaks: {
      zh: '我已了解，这 %{count} 条数据将不符合要求或被清空',
      en: 'I understand that these rows (%{count}) will be invalid or cleared',
    },
    discardSet: { zh: '放弃修改', en: 'Discard' },
    discardHelp: {
      zh: '这些文件会恢复为已生效版本的内容，之后的修改将丢失。',
      en: 'The files get the texts of the applied revision again. What was changed in them since is lost.',
    },
    fillingTitle: { zh: '正在补全的数据', en: 'Values being filled in' },
    fillingHelp: {
      zh: '新字段或新公式的值由后台任务逐批写入已有数据，期间可以正常使用。',
      en: 'A background task writes the values of new fields and formulas into existing rows. The system can be used in the meantime.',
    },
    filled: { zh: '已完成 %{done} 条，共 %{count} 条', en: '%{done} of %{count}' },
    stepsTitle: { zh: '自动步骤跳过的数据', en: 'Records skipped by automatic steps' },
    stepsHelp: {
      zh: '新增或改过的自动步骤从改动起生效，之前已到期的数据不处理；需要时可在此补办，补办后不能一并撤销。',
      en: 'A new or changed automatic step acts from its change on and skips these records, which were due before. You can run it on them; this cannot be undone as a whole.',
    },
    runStep: { zh: '补办', en: 'Run' },
    runStepTitle: { zh: '补办“%{step}”', en: 'Run "%{step}" on skipped records' },
    runStepSure: {
      zh: '将对 %{count} 条数据逐条执行，每条都记入历史。',
      en: 'The step runs on %{count} records, one by one, and is recorded in the history of each.',
    },
    apply: { zh: '应用 %{smart_count} 项变更', en: 'Apply %{smart_count} changes', one: 'Apply %{smart_count} change' },
    problemsTitle: { zh: '配置问题', en: 'Problems' },
    none: {
      zh: '没有待处理的变更；会影响已有数据的变更和配置错误显示在这里。',
      en: 'No pending changes. Changes that affect existing data, and problems of the files, appear here.',
    },
    revisions: { zh: '历史版本', en: 'Revisions' },
    difference: { zh: '变更内容', en: 'Changes' },
    comparedWith: { zh: '与版本 %{number} 相比', en: 'Compared with revision %{number}' },
    firstKept: { zh: '保留的最早版本', en: 'The first revision that is kept' },
    onlyDescriptions: { zh: '只改了说明、注释或文件排版', en: 'Only descriptions, comments or the layout of files' },
    restore: { zh: '恢复到此版本', en: 'Restore this revision' },
    restoreTitle: { zh: '恢复 %{at} 的版本 %{number}？', en: 'Restore revision %{number} of %{at}?' },
    restoreHelp: {
      zh: '将重新写入该版本的配置文件，并删除应用中其他配置文件。会影响已有数据的变更仍需逐项确认后才生效。',
      en: 'The descriptor files of this revision are written again, and other descriptor files of the app are removed. Changes that would affect existing data wait for your confirmation.',
    },
    discard: {
      zh: '覆盖这些文件中尚未生效的内容：%{files}',
      en: 'Replace the texts of these files, which were never applied: %{files}',
    },
  },
} as const satisfies OwnTexts
