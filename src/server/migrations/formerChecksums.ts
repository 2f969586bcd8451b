/**
 * Each migration's checksum in databases that applied it while checksums covered comments, by name. Only comments have been rewritten
 * since, so these databases need nothing. Later migrations have no such checksum.
 */
export const formerChecksums: Readonly<Record<string, string>> = {
  '001_text': 'abddf315b7a86d8eca4023c6d6ef5b609fdf46cc46bfedb6e347d4cec30f6f64',
  '002_accounts': '2b25d9b7d20a570f1a2176a6b284f18fe42dfbac0044bd81823ec2f255a32984',
  '003_budgets': '5f9aded55b0e9825350657a1cfffc2e49efc93690cd5fc8b3adaaa59c5f4cff7',
  '004_records': '2780fd18e16064450e98f8c0a57023e72788e71a627e8d6544d2576d4a93fe54',
  '005_catalogue': 'c9539c60b19603328d16018c2250fcc747d8ed727d4bcafe04bd7246356cfd82',
  '006_devices': '210b33fc420b10f904dfa75cab3c49a48f082d2deac443b12ed4890628034827',
  '007_groups': '4af5c9f242c30ca2f826ebf7fa33e749cf180ad6aec92c0fab3bf2621be43caf',
  '008_plants': '5e98023f456bcfcae294e648f735777555bd736f767cb152aecd300e6afdf526',
  '009_plant_requests': '2d52f1021405a686a086afc69ea297eec351f5e88dd41b61a38fd59849dc3176',
  '010_firmwares': 'd2c5a3040efc1b0ac868b6f7ced9a80f809380e168a63653defb5f281c6bd605',
  '011_datapoints': '22feb99c7e773197b65cb42e2a2886ea54058e30a7c0d613e49a257969df07c7',
  '012_factors': '37707fe08214fc37c11473c5e3b6b2244e73ff0e8df60a79c6396a7adea758ce',
  '013_alerts': '12dd01636712ac9b0f543e9218cc6c1d663fc0214de501d2519bbc590b454a52',
  '014_rollouts': '621e06dbee6e923b4604cf4e27fe26dc6b7cce5ea246c2afc3aa97beb2df8f24',
  '015_spread': '17d0d9eee2b9d420edb42d1c056ae67eda023530b33c4f6dc5fac97f8a84e366',
  '016_activity_search': '68e53840c581478c58d60c98d6b08cff06ab88f990cdec94363379624c3c9e9d',
  '017_reported_version': 'bcbc0439db140ff6e884da5abf0fd1b302ad75e17d020ab3cb0a14521bf9c768',
  '018_battery': '8fb216f3216bea3f72774418a2881b63c4bb1b016ba930c7861852319e41c523',
  '019_rollout_runs': '72ffa9b8cc931e503708b5dcca831eb302b4b941c75cea15626f3038aee80b7a',
  '020_alerts_activity': '9ab64bdb2819775adbb53855f76951db36e40d9e70b7506fc362bccc3a323eb7',
  '021_first_report': 'fceaf795ec46f8bde912a96963c4c35b5534fd27f2a2ec24ec74fd356faddb86',
  '022_alert_order': 'e20f8180be59c8757dc9344c61234908a0726d2adfbb0f196dda0a0de51c3ee4',
}
