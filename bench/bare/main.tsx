import {
  Admin,
  AutocompleteInput,
  BooleanField,
  Create,
  type DataProvider,
  DataTable,
  DateField,
  DateInput,
  Edit,
  ImageField,
  ImageInput,
  List,
  NumberInput,
  ReferenceInput,
  Resource,
  required,
  SelectInput,
  SimpleForm,
  TextInput,
} from 'react-admin'
import { createRoot } from 'react-dom/client'

// A hand-written app after react-admin's guide: the baseline for the generated screens. It shows the same columns and
// queries the same fields of the same server.

const modules: Readonly<Record<string, string>> = {
  entInfo: 'ent',
  entCamera: 'ent',
  entType: 'ent',
  sysRegion: 'sys',
}
const token = new URLSearchParams(window.location.search).get('token') ?? sessionStorage.getItem('token') ?? ''
sessionStorage.setItem('token', token)

async function call(resource: string, operation: string, query: Readonly<Record<string, string>>, init?: RequestInit) {
  const response = await fetch(`/api/${modules[resource]}/v1/${resource}/${operation}?${new URLSearchParams(query)}`, {
    ...init,
    headers: { 'blade-auth': `bearer ${token}`, 'content-type': 'application/json' },
  })
  const { data, msg } = await response.json()
  if (!response.ok) throw new Error(msg)
  return data
}

const dataProvider = {
  async getList(resource, { pagination, sort, filter }) {
    const page = await call(resource, 'page', {
      current: String(pagination?.page ?? 1),
      size: String(pagination?.perPage ?? 10),
      ...(sort && { [sort.order === 'DESC' ? 'descs' : 'ascs']: sort.field }),
      ...filter,
    })
    return { data: page.records, total: page.total }
  },
  getOne: async (resource, { id }) => ({ data: await call(resource, 'getById', { id: String(id) }) }),
  getMany: async (resource, { ids }) => ({ data: await call(resource, 'listByQuery', { id_in: ids.join(',') }) }),
  async create(resource, { data }) {
    return { data: await call(resource, 'save', {}, { method: 'POST', body: JSON.stringify(data) }) }
  },
  async update(resource, { data }) {
    return { data: await call(resource, 'update', {}, { method: 'PUT', body: JSON.stringify(data) }) }
  },
} as DataProvider

const choices = (...names: string[]) => names.map((name, key) => ({ id: String(key), name }))
const platforms = choices('萤石云', '国标平台', '海康', '大华', '其他')
const states = choices('离线', '在线', '故障')
const kinds = choices('幼儿园', '小学', '中学', '高校', '机关', '企业', '社会餐饮')

const search = {
  entInfo: ['name', 'creditCode', 'licenceNo'].map(source => <TextInput key={source} source={source} alwaysOn />),
  entCamera: ['name', 'nationCode'].map(source => <TextInput key={source} source={source} alwaysOn />),
}

const EntInfoList = () => (
  <List filters={search.entInfo} sort={{ field: 'createTime', order: 'DESC' }}>
    <DataTable>
      <DataTable.Col source="name" />
      <DataTable.Col source="typeIdName" />
      <DataTable.Col source="businessType" />
      <DataTable.Col source="regionIdName" />
      <DataTable.Col source="creditRating" />
      <DataTable.Col source="licenceEnd" field={DateField} />
      <DataTable.Col source="phone" />
      <DataTable.Col source="runType" />
    </DataTable>
  </List>
)

const EntInfoForm = () => (
  <SimpleForm>
    <TextInput source="name" validate={required()} />
    <TextInput source="creditCode" validate={required()} />
    <ReferenceInput source="typeId" reference="entType">
      <AutocompleteInput optionText="name" />
    </ReferenceInput>
    <SelectInput source="businessType" choices={kinds} />
    <TextInput source="address" />
    <NumberInput source="area" />
    <NumberInput source="seats" />
    <TextInput source="phone" />
    <DateInput source="licenceBegin" />
    <DateInput source="licenceEnd" />
    <TextInput source="remark" multiline />
  </SimpleForm>
)

const EntCameraList = () => (
  <List filters={search.entCamera} sort={{ field: 'createTime', order: 'DESC' }}>
    <DataTable>
      <DataTable.Col source="name" />
      <DataTable.Col source="entIdName" />
      <DataTable.Col source="position" />
      <DataTable.Col source="platform" />
      <DataTable.Col source="nationCode" />
      <DataTable.Col source="cameraStatus" field={BooleanField} />
    </DataTable>
  </List>
)

const EntCameraForm = () => (
  <SimpleForm>
    <ReferenceInput source="entId" reference="entInfo">
      <AutocompleteInput optionText="name" validate={required()} />
    </ReferenceInput>
    <TextInput source="name" validate={required()} />
    <TextInput source="position" validate={required()} />
    <SelectInput source="cameraStatus" choices={states} validate={required()} />
    <DateInput source="installedAt" />
    <ImageInput source="pictures" multiple>
      <ImageField source="src" title="title" />
    </ImageInput>
    <TextInput source="remark" multiline />
    <SelectInput source="platform" choices={platforms} validate={required()} />
    <TextInput source="nationCode" />
    <TextInput source="deviceSn" />
    <TextInput source="deviceId" />
    <NumberInput source="channelNo" />
    <TextInput source="hls" />
    <TextInput source="flv" />
  </SimpleForm>
)

const page = (of: 'entInfo' | 'entCamera') => {
  const Form = of === 'entInfo' ? EntInfoForm : EntCameraForm
  return {
    name: of,
    list: of === 'entInfo' ? EntInfoList : EntCameraList,
    edit: () => (
      <Edit>
        <Form />
      </Edit>
    ),
    create: () => (
      <Create>
        <Form />
      </Create>
    ),
  }
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <Admin dataProvider={dataProvider} disableTelemetry>
    <Resource {...page('entInfo')} />
    <Resource {...page('entCamera')} />
  </Admin>,
)
