import json
import unittest

from tally import ExportError, RecordSet


class ExportTest(unittest.TestCase):
    def setUp(self):
        self.rows = RecordSet(["id", "note"], [(1, "plain"), (20, 'a "b", c')])

    def test_csv_quotes_what_needs_it(self):
        self.assertEqual(self.rows.export("csv"), 'id,note\n1,plain\n20,"a ""b"", c"\n')

    def test_json_is_a_list_of_objects(self):
        self.assertEqual(json.loads(self.rows.export("json"))[0], {"id": 1, "note": "plain"})

    def test_text_lines_up(self):
        self.assertEqual(self.rows.export("text").splitlines()[2:], [" 1 | plain", '20 | a "b", c'])

    def test_unknown_format_names_the_known_ones(self):
        with self.assertRaisesRegex(ExportError, "csv, json, text"):
            self.rows.export("xml")
