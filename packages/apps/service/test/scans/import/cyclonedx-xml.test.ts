/** CycloneDX bills in XML become the same documents as in JSON. */
import { describe, expect, it } from 'vitest';
import { importReport } from '../../../src/domains/scans/index.ts';
import { catchImportError, expectValidDocument } from './scan-document.ts';

const context = { target: 'github.com/halden-freight/customs-desk' };

const createXml = (content: string, version = '1.6') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<bom xmlns="http://cyclonedx.org/schema/bom/${version}" version="1">${content}</bom>`;

const XML = createXml(`
  <metadata>
    <tools><components><component type="application"><name>bill-maker</name><version>2.1</version></component></components></tools>
    <component type="container"><name>customs-desk</name></component>
  </metadata>
  <components>
    <component type="library" bom-ref="l">
      <name>tariffs</name>
      <components>
        <component type="machine-learning-model" bom-ref="m" xmlns:x="https://halden.example/x" x:note="own">
          <x:name>is ignored</x:name>
          <supplier><name>Halden Freight</name></supplier>
          <name>tariff-classifier</name>
          <version>3</version>
          <description>Classifies &amp; sorts <![CDATA[<goods>]]>.</description>
          <licenses><license><id>MIT</id></license><license><name>House rules</name></license></licenses>
          <purl>pkg:mlflow/tariff-classifier@3</purl>
          <externalReferences>
            <reference type="website"><url>https://models.halden.example/tariff</url></reference>
          </externalReferences>
          <modelCard>
            <modelParameters>
              <approach><type>supervised</type></approach>
              <task>text-classification</task>
              <architectureFamily>bert</architectureFamily>
              <datasets><dataset><type>dataset</type><name>tariffs</name><sensitiveData>none</sensitiveData></dataset></datasets>
              <inputs><input><format>string</format></input></inputs>
            </modelParameters>
            <quantitativeAnalysis>
              <performanceMetrics><performanceMetric><type>f1</type><value>0.93</value></performanceMetric></performanceMetrics>
              <graphics><collection><graphic><image>AAAA</image></graphic></collection></graphics>
            </quantitativeAnalysis>
            <considerations>
              <users><user>Customs officers</user></users>
              <environmentalConsiderations>
                <energyConsumptions>
                  <energyConsumption>
                    <activity>training</activity>
                    <energyProviders><description>Hydropower</description></energyProviders>
                    <activityEnergyCost><value>0.4</value><unit>kWh</unit></activityEnergyCost>
                  </energyConsumption>
                </energyConsumptions>
              </environmentalConsiderations>
            </considerations>
          </modelCard>
          <evidence><occurrences><occurrence><location>src/tariff.py</location><line>12</line></occurrence></occurrences></evidence>
        </component>
      </components>
    </component>
  </components>
  <services>
    <service>
      <group>mcp</group>
      <name>customs-gateway</name>
      <endpoints><endpoint>https://gateway.halden.example/mcp</endpoint></endpoints>
      <authenticated>false</authenticated>
      <properties><property name="SrcFile">.mcp.json</property></properties>
      <tags><tag>mcp</tag></tags>
    </service>
  </services>`);

const JSON_BILL = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  metadata: {
    tools: { components: [{ type: 'application', name: 'bill-maker', version: '2.1' }] },
    component: { type: 'container', name: 'customs-desk' },
  },
  components: [
    {
      type: 'library',
      name: 'tariffs',
      components: [
        {
          type: 'machine-learning-model',
          supplier: { name: 'Halden Freight' },
          name: 'tariff-classifier',
          version: '3',
          description: 'Classifies & sorts <goods>.',
          licenses: [{ license: { id: 'MIT' } }, { license: { name: 'House rules' } }],
          purl: 'pkg:mlflow/tariff-classifier@3',
          externalReferences: [{ type: 'website', url: 'https://models.halden.example/tariff' }],
          modelCard: {
            modelParameters: {
              approach: { type: 'supervised' },
              task: 'text-classification',
              architectureFamily: 'bert',
              datasets: [{ type: 'dataset', name: 'tariffs', sensitiveData: ['none'] }],
              inputs: [{ format: 'string' }],
            },
            quantitativeAnalysis: {
              performanceMetrics: [{ type: 'f1', value: '0.93' }],
              graphics: { collection: [{ image: { content: 'AAAA' } }] },
            },
            considerations: {
              users: ['Customs officers'],
              environmentalConsiderations: {
                energyConsumptions: [
                  {
                    activity: 'training',
                    energyProviders: [{ description: 'Hydropower' }],
                    activityEnergyCost: { value: 0.4, unit: 'kWh' },
                  },
                ],
              },
            },
          },
          evidence: { occurrences: [{ location: 'src/tariff.py', line: 12 }] },
        },
      ],
    },
  ],
  services: [
    {
      group: 'mcp',
      name: 'customs-gateway',
      endpoints: ['https://gateway.halden.example/mcp'],
      authenticated: false,
      properties: [{ name: 'SrcFile', value: '.mcp.json' }],
      tags: ['mcp'],
    },
  ],
};

describe('a CycloneDX BOM in XML', () => {
  it('becomes the same document as in JSON', () => {
    const report = importReport('cyclonedx', XML, context);
    const [document] = report.documents;
    expect(document?.objects.map(({ object_type }) => object_type)).toEqual(['asset', 'model', 'mcp_server']);
    if (document) expectValidDocument(document);
    expect(report).toEqual(importReport('cyclonedx', JSON.stringify(JSON_BILL), context));
  });

  it.each(['1.0', '1.1', '1.2', '1.3', '1.4', '1.5', '1.6', '1.7'])('can have the version %s', (version) => {
    const xml = createXml('<components><component type="library"><name>a</name></component></components>', version);
    expect(importReport('cyclonedx', xml, context)).toMatchObject({
      rejected: [],
      incomplete: [],
      ignored: [{ what: 'components that are not AI objects', count: 1, pointer: '/components/0', name: 'a' }],
    });
  });

  it('has the same dependencies and vulnerabilities as in JSON', () => {
    const xml = createXml(`
      <components><component type="machine-learning-model" bom-ref="m"><name>m</name></component></components>
      <services><service bom-ref="s"><group>mcp</group><name>s</name></service></services>
      <dependencies>
        <dependency ref="s"><dependency ref="m"/><dependency ref="x"/></dependency>
        <dependency ref="m"/>
      </dependencies>
      <vulnerabilities><vulnerability>
        <id>CVE-2026-1</id>
        <source><url>https://nvd.example/CVE-2026-1</url></source>
        <ratings><rating><score>9.8</score><severity>critical</severity></rating></ratings>
        <cwes><cwe>502</cwe></cwes>
        <description>Bad</description>
        <advisories><advisory><url>https://example.com/a</url></advisory></advisories>
        <affects><target><ref>m</ref></target></affects>
      </vulnerability></vulnerabilities>`);
    const bill = {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      components: [{ type: 'machine-learning-model', 'bom-ref': 'm', name: 'm' }],
      services: [{ 'bom-ref': 's', group: 'mcp', name: 's' }],
      dependencies: [{ ref: 's', dependsOn: ['m', 'x'] }, { ref: 'm' }],
      vulnerabilities: [
        {
          id: 'CVE-2026-1',
          source: { url: 'https://nvd.example/CVE-2026-1' },
          ratings: [{ score: 9.8, severity: 'critical' }],
          cwes: [502],
          description: 'Bad',
          advisories: [{ url: 'https://example.com/a' }],
          affects: [{ ref: 'm' }],
        },
      ],
    };
    const report = importReport('cyclonedx', xml, context);
    expect(report.documents[0]?.occurrences).toHaveLength(1);
    expect(report.ignored).toMatchObject([{ count: 2 }]);
    expect(report).toEqual(importReport('cyclonedx', JSON.stringify(bill), context));
  });

  it('can have a prefix, the older list of tools, and nothing else', () => {
    const xml = `<c:bom xmlns:c="http://cyclonedx.org/schema/bom/1.4"><c:metadata><c:tools><c:tool><c:vendor>v</c:vendor><c:name>mk</c:name>
      <c:version>1</c:version></c:tool></c:tools></c:metadata><c:components/></c:bom>`;
    const { documents, ...rest } = importReport('cyclonedx', `\uFEFF${xml}`, context);
    expect(documents).toMatchObject([{ tool_name: 'mk', tool_version: '1' }]);
    expect(rest).toEqual({ rejected: [], incomplete: [], ignored: [] });
  });

  it('can declare another encoding', () => {
    const xml = createXml('<services><service><group>mcp</group><name>Zölle</name></service></services>');
    const bytes = Buffer.from(xml.replace('UTF-8', 'ISO-8859-1'), 'latin1');
    const { documents, incomplete } = importReport('cyclonedx', bytes, context);
    expect(documents[0]?.objects[1]?.aispm_friendly_name).toBe('Zölle');
    expect(incomplete).toEqual([]);
  });

  it('rejects one component, and imports the others', () => {
    const model = (name: string) => `<component type="machine-learning-model">${name}</component>`;
    const xml = createXml(`<components>${model('')}${model('<name>m</name>')}</components>`);
    const { documents, rejected } = importReport('cyclonedx', xml, context);
    expect(documents[0]?.objects).toHaveLength(2);
    expect(rejected).toMatchObject([{ pointer: '/components/0/name', reason: 'must be a string that is not empty' }]);
  });

  it.each([
    [
      'is cut off',
      '<bom xmlns="http://cyclonedx.org/schema/bom/1.5"><comp',
      /not well-formed XML \(.+\)\. Create it again/,
    ],
    ['is other XML', '<project/>', /has the root element project, which is no bom in a namespace of CycloneDX/],
    ['has an unknown version', createXml('', '9.9'), /^\/specVersion must be one of 1\.0, .*got "9\.9"/],
    [
      'reads files with an entity',
      `<!DOCTYPE bom [<!ENTITY e SYSTEM "file:///etc/hostname">]>${createXml('<components>&e;</components>').slice(38)}`,
      /not well-formed XML \(entity not found:&e;\).*not supported/,
    ],
    [
      'is nested too deeply',
      createXml(`${'<components><component type="a">'.repeat(20_000)}${'</component></components>'.repeat(20_000)}`),
      /is nested too deeply/,
    ],
  ])('that %s is rejected with the reason', (_, xml, message) => {
    expect(catchImportError(() => importReport('cyclonedx', xml, context)).message).toMatch(message);
  });
});
