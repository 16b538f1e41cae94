/** Kinds of descriptors that are a file of their own in the application's folder: `menus.yaml`. */
export const kindsOfFiles = ['app', 'titles', 'menus', 'pages', 'parameters'] as const

/** Kinds of descriptors that are the files of a folder, by the folder's name. */
export const kindsOfFolders = { resources: 'resource', dictionaries: 'dictionary', mixins: 'mixin' } as const

/** The kind of a descriptor file. */
export type Subject = (typeof kindsOfFiles)[number] | (typeof kindsOfFolders)[keyof typeof kindsOfFolders]

/** The folders that contain descriptors. */
export const descriptorFolders = Object.keys(kindsOfFolders) as readonly (keyof typeof kindsOfFolders)[]

/** The names of descriptors that are a file of their own. */
export const descriptorFiles: readonly string[] = kindsOfFiles.map(kind => `${kind}.yaml`)
